// Tests run with the settings of the program; tests/api/ runs with those of a host program.
#include "winnow/tune.h"

namespace {
[[maybe_unused]] const bool tuned = (winnow::tune_process(), true);
}
