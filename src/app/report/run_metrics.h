// app/report/run_metrics.h - what a training run wrote down about its epochs.
// in: metrics.jsonl     out: its lines
#pragma once

#include "app/report/report_page.h"

#include <string>
#include <vector>

namespace winnow {

// Throws InputError for a line that is none of metrics; half a last line, as a run that goes on may
// have written, is left out.
std::vector<MetricsLine> read_metrics(const std::string& file);

// Whether it is about whole epochs: not an evaluation within one.
bool ends_an_epoch(const MetricsLine& line);

}  // namespace winnow
