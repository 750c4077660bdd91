#include "kernel/huge_pages.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace winnow {

void prefer_huge_pages(void* data, std::size_t bytes) {
  auto begin = reinterpret_cast<std::uintptr_t>(data);
  std::uintptr_t first = (begin + kHugePage - 1) / kHugePage * kHugePage;
  std::uintptr_t last = (begin + bytes) / kHugePage * kHugePage;
  if (first < last)
    madvise(static_cast<std::byte*>(data) + (first - begin), last - first, MADV_HUGEPAGE);
}

}  // namespace winnow
