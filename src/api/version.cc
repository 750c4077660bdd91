#include "winnow/version.h"

namespace winnow {

std::string_view version() { return kVersion; }

}  // namespace winnow
