// rank/fusion_rows.h - rows of features with answers, in a file: what a fusion is fitted to.
// in/out: for each case (proofs and a model or not) the rows of all questions
// Making rows takes long and fitting does not. So rows of several libraries lie in several files,
// and a fit takes any of them.
#pragma once

#include "rank/fusion.h"

#include <array>
#include <filesystem>
#include <span>

namespace winnow {

using FusionCaseRows = std::array<FusionRows, kFusionCases.size()>;

// Adds a question: its rows worth learning from, and all useful ones.
void add_question(const std::vector<float>& features, std::span<const std::uint32_t> notable,
                  std::span<const float> weights, std::span<const std::uint32_t> useful,
                  FusionRows& rows);
void add_rows(const FusionRows& from, FusionRows& to);

// Completely or not at all.
void write_fusion_rows(const std::filesystem::path& path, const FusionCaseRows& rows);
// Throws InputError for anything else.
FusionCaseRows read_fusion_rows(const std::filesystem::path& path);

}  // namespace winnow
