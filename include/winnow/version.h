// version.h - which winnow this is. Versions follow semver.org: within one major version, what
// compiles and links with an older one does so with a newer one.
#pragma once

#include <string_view>

namespace winnow {

inline constexpr int kVersionMajor = 0, kVersionMinor = 1, kVersionPatch = 0;
inline constexpr std::string_view kVersion = "0.1.0";  // of these headers

std::string_view version();  // of the library that is linked

}  // namespace winnow
