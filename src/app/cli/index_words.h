// app/cli/index_words.h - `--index a b c` takes the indexes that follow it, and nothing else.
// in: the words of a command line     out: the same with an --index before each index
// A library in shards is named as `--index lib.*.index`, and a problem may follow:
// `--index lib.index goal.p`. What begins as an index does is one; the first word is taken as it
// is, so that a mistake in it is told as one.
#pragma once

#include <string>
#include <vector>

namespace winnow {

std::vector<std::string> with_each_index_named(const std::vector<std::string>& words);

}  // namespace winnow
