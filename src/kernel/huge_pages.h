// kernel/huge_pages.h - large blocks of memory in pages of 2 MB instead of 4 KB.
// Fewer page faults while a block is filled, and more of it within reach of a TLB.
#pragma once

#include <cstddef>

namespace winnow {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Asks for them in as much of a block as they fit into; before its first use. Only a hint.
void prefer_huge_pages(void* data, std::size_t bytes);

}  // namespace winnow
