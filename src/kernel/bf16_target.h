// kernel/bf16_target.h - the instructions that the code for bfloat16 is compiled for.
// It is called only where a processor has them (bf16_unit()), whatever the rest is compiled for.
#pragma once

#if defined(__x86_64__) && defined(__linux__)
#define WINNOW_HAS_BF16_TARGET 1
// GCC 12 warns of variables in this header that are meant to have any value.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#define WINNOW_BF16 __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))
#define WINNOW_AMX __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16,amx-tile,amx-bf16")))
#else
#define WINNOW_HAS_BF16_TARGET 0
#endif
