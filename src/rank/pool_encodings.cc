#include "rank/pool_encodings.h"

#include "text/tptp.h"

#include <string>

namespace winnow {

PoolEncodings::PoolEncodings(const Pool& pool, const Network& network)
    : pool_(pool), network_(network), fingerprint_(winnow::fingerprint(network.model().file())) {}

std::span<const float* const> PoolEncodings::rows(const Stop& stop) {
  std::lock_guard guard(computing_);
  auto entries = pool_.entries();
  if (rows_.size() == entries.size()) return rows_;
  const IndexSet* index = pool_.index();
  bool fits = index != nullptr && index->fingerprint() == fingerprint_ &&
              index->width() == network_.width();
  std::vector<const float*> rows = rows_;  // a failure changes nothing
  std::vector<std::uint32_t> missing;
  TermBank bank;
  TptpParser parser(bank);
  std::vector<TermId> terms;
  StopPoll poll(stop);
  for (std::size_t i = rows.size(); i < entries.size(); ++i) {
    poll();
    const Pool::Entry& entry = entries[i];
    bool known = fits && entry.row != Pool::kNone;
    rows.push_back(known ? index->encoding(entry.row) : nullptr);
    if (known || entry.is_type()) continue;
    missing.push_back(static_cast<std::uint32_t>(i));
    terms.push_back(parser.parse(entry.text, Place{std::string(entry.name)}).term);
  }
  if (!missing.empty()) {
    computed_.push_back(network_.encode(bank.view(), terms, {}, stop));
    for (std::size_t n = 0; n < missing.size(); ++n)
      rows[missing[n]] = computed_.back().data() + n * network_.width();
  }
  rows_ = std::move(rows);
  return rows_;
}

}  // namespace winnow
