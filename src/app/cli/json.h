// app/cli/json.h - JSON for machines, as all of winnow prints it: print_json(). Commands include
// app/ and winnow/ alone: this is their door to data/json_text.h, as cli/jobs.h is one.
#pragma once

#include "data/json_text.h"
