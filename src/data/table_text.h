// data/table_text.h - names in tables whose cells end at tabs and whose rows end with lines.
// A name may hold any character (one in quotes in TPTP, a string in JSON): written as it is, it
// would become two cells or two rows.
#pragma once

#include <string>
#include <string_view>

namespace winnow {

// \t, \n, \r and \\ for these characters, \x1b for others that would move a cursor.
std::string escaped(std::string_view name);
std::string unescaped(std::string_view cell);

// A formula on one line: runs of blanks and of what would move a cursor become one blank.
std::string on_one_line(std::string_view text);

}  // namespace winnow
