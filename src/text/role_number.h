// text/role_number.h - roles as small numbers, for files that keep one for each formula.
#pragma once

#include "text/role.h"
#include "winnow/error.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace winnow {

// Which of known_roles() it is. Needs: it is one of them.
inline std::uint8_t number_of_role(std::string_view role) {
  auto found = std::ranges::find(known_roles(), role);
  require(found != known_roles().end(), "a role that TPTP knows");
  return static_cast<std::uint8_t>(found - known_roles().begin());
}

}  // namespace winnow
