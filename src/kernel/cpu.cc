#include "kernel/cpu.h"

#include "kernel/bf16_blocks.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

namespace winnow {

std::string simd_path() {
  const auto targets = hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);  // the lowest bit is the best
}

std::string bf16_path() {
  switch (bf16_unit()) {
    case Bf16Unit::tiles:
      return "tiles (AMX)";
    case Bf16Unit::vectors:
      return "vectors (AVX-512 BF16)";
    case Bf16Unit::none:
      break;
  }
  return "";
}

}  // namespace winnow
