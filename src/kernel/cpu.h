// kernel/cpu.h - what this processor offers the kernels.
#pragma once

#include <string>

namespace winnow {

std::string simd_path();  // the path that vector loops take here: "AVX2", "AVX3", ...
std::string
bf16_path();  // what multiplies bfloat16 here: "tiles (AMX)", "vectors (AVX-512 BF16)", ""

}  // namespace winnow
