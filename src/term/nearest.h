// term/nearest.h - which known word somebody may have meant.
// in: a word that is not known, those that are     out: the nearest one, if it is near enough
// Distance: letters added, left out, changed or swapped with their neighbour (Damerau 1964),
// whatever their case.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace winnow {

// Empty if none is near: more than a third of the letters differ. The first of equally near ones.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

// "did you mean 'joint'? choose one of: joint, pair", or `otherwise` alone.
std::string hint_with_nearest(std::string_view word, std::span<const std::string_view> known,
                              std::string_view otherwise);

}  // namespace winnow
