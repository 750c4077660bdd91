// tools/libtorch_for_clang.h - included before a source, it lets clang read Debian's libtorch as
// C++20. libtorch has std::vectors of types that are not complete yet. A vector whose members are
// constexpr, as those of C++20 are, makes clang instantiate them too early (g++ waits). So here
// they are not, for reading only: nothing is compiled with this file.
#pragma once
#include <string>
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#define __fill_a1 fill_of_bits  // declared as constexpr already
#include <vector>
#undef __fill_a1
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR constexpr
