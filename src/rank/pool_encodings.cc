#include "rank/pool_encodings.h"

#include "text/tptp.h"

#include <string>

namespace winnow {

PoolEncodings::PoolEncodings(const Pool& pool, const Network& network)
    : pool_(pool), network_(network), fingerprint_(winnow::fingerprint(network.model().file())) {}

std::span<const std::uint16_t* const> PoolEncodings::rows(const Stop& stop) {
  std::lock_guard guard(computing_);
  if (rows_.size() == pool_.size()) return rows_;
  const IndexSet* index = pool_.index();
  bool fits = index != nullptr && index->fingerprint() == fingerprint_ &&
              index->width() == network_.kept_width();
  std::vector<const std::uint16_t*> rows = rows_;  // a failure changes nothing
  std::vector<std::uint32_t> missing;
  TermBank bank;
  TptpParser parser(bank);
  std::vector<TermId> terms;
  StopPoll poll(stop);
  rows.reserve(pool_.size());
  for (auto i = static_cast<std::uint32_t>(rows.size()); i < pool_.size(); ++i) {
    poll();
    const Pool::Entry entry = pool_.entry(i);
    bool known = fits && entry.row != Pool::kNone;
    rows.push_back(known ? index->encoding(entry.row) : nullptr);
    if (known || pool_.is_type(i)) continue;
    missing.push_back(i);
    terms.push_back(parser.parse(entry.text, Place{std::string(entry.name)}).term);
  }
  if (!missing.empty()) {
    computed_.push_back(network_.keep(network_.encode(bank.view(), terms, {}, stop)));
    for (std::size_t n = 0; n < missing.size(); ++n)
      rows[missing[n]] = computed_.back().data() + n * network_.kept_width();
  }
  rows_ = std::move(rows);
  return rows_;
}

std::span<const std::uint8_t> PoolEncodings::known() {
  std::lock_guard guard(computing_);
  if (known_.size() != pool_.features().size())
    known_ = pool_.features().flags([&](std::uint64_t hash) { return network_.knows(hash); });
  return known_;
}

}  // namespace winnow
