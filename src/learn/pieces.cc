#include "learn/pieces.h"

#include "term/hash.h"
#include "term/shuffle.h"

namespace winnow {

std::vector<ExamplePiece> cut_into_pieces(const Store& store, std::span<const ExampleId> examples,
                                          std::uint32_t most_premises) {
  std::vector<ExamplePiece> pieces;
  for (ExampleId example : examples) {
    const auto premises = static_cast<std::uint32_t>(store.premises(example).size());
    const std::uint32_t of =
        most_premises == 0 || premises == 0 ? 1 : (premises + most_premises - 1) / most_premises;
    for (std::uint32_t number = 0; number < of; ++number) pieces.push_back({example, number, of});
  }
  return pieces;
}

PieceBatch::PieceBatch(const Store& store, std::span<const ExamplePiece> pieces,
                       std::uint64_t seed) {
  std::map<ExampleId, std::vector<ExamplePiece>> by_example;
  for (const ExamplePiece& piece : pieces) {
    std::vector<ExamplePiece>& own = by_example[piece.example];
    if (own.empty()) examples_.push_back(piece.example);
    own.push_back(piece);
  }
  for (const auto& [example, own] : by_example) {
    if (own.size() == own.front().of) continue;
    auto premises = store.premises(example);
    std::vector<Premise> order(premises.begin(), premises.end());
    shuffle(order, mix(seed, index(example)));
    std::set<FormulaId>& kept = kept_[example];
    for (const ExamplePiece& piece : own)
      for (std::size_t i = order.size() * piece.number / piece.of;
           i < order.size() * (piece.number + 1) / piece.of; ++i)
        kept.insert(order[i].formula());
  }
}

bool PieceBatch::leaves_out(ExampleId example, FormulaId premise) const {
  auto found = kept_.find(example);
  return found != kept_.end() && !found->second.contains(premise);
}

}  // namespace winnow
