// app/learn/ablation_table.h - the runs of a grid side by side: as text, JSON and pictures.
// in: rows, each a trained variant with its predictions     out: tables with tests, curves
#pragma once

#include "app/report/report_page.h"
#include "learn/variants.h"
#include "model/predictions.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace winnow {

// A row of the grid before it is trained.
struct PlannedRow {
  Variant variant;
  std::uint64_t seed = 1;
  std::string name() const;  // "bidir+dag", "bidir+dag-seed-2": also the name of its folder
};

enum class RowEnd : std::uint8_t { epochs, patience, time, goes_on };
std::string_view to_string(RowEnd end);

struct AblationRow {
  PlannedRow plan;
  RowEnd end = RowEnd::goes_on;
  std::vector<MetricsLine> epochs;  // whole ones
  std::uint32_t best_epoch = 0;
  std::uint64_t parameters = 0;
  Predictions predictions;  // of the best epoch
  Evaluation figures;
};

// What all rows have in common.
struct AblationSettings {
  std::string data, mode, preset, baseline;
  std::uint32_t epochs = 0, patience = 0;
  double row_time_s = 0;  // 0: no limit
};

class AblationTable {
 public:
  // Rows must predict the same premises; what is without a finished epoch is only named.
  AblationTable(AblationSettings settings, std::vector<AblationRow> rows,
                std::vector<std::string> unfinished);

  std::string text() const;
  std::string markdown() const;
  nlohmann::ordered_json json() const;
  std::string bars() const;    // SVG
  std::string curves() const;  // SVG

 private:
  struct Compared {
    std::string first, second;
    Comparison comparison;
  };
  const AblationRow* find(const std::string& name) const;
  void compare_as_the_paper_does();
  std::string render(bool markdown) const;

  AblationSettings settings_;
  std::vector<AblationRow> rows_;
  std::vector<std::string> unfinished_;
  std::vector<Compared> to_baseline_;  // [rows]; the baseline's own says nothing
  std::vector<Compared> claims_;       // pairs that the paper's claims are about
};

}  // namespace winnow
