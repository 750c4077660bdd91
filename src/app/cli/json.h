// app/cli/json.h - JSON for machines, as all of winnow prints it: print_json(). Commands include
// app/ and winnow/ alone (tests/app/include_order_test.cc): this is their door to data/json_text.h.
#pragma once

#include "data/json_text.h"
