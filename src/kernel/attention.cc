#include "kernel/attention.h"

#include "kernel/blas.h"
#include "kernel/buffer.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/attention.cc"
#include "hwy/foreach_target.h"  // compiles this file once for each SIMD target
#include "kernel/attention_tile-inl.h"
#include "term/ragged.h"

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

constexpr std::size_t kAheadSets = 3;  // memory is asked for so many sets before it is needed

// The queries of each set, in the order of the plan.
class QueryOrder {
 public:
  explicit QueryOrder(const AttentionPlan& plan)
      : ends_(plan.set_ends.size() + 1), order_(plan.queries.size()) {
    for (const std::uint32_t set : plan.sets) ++ends_[set + 1];
    for (std::size_t s = 1; s < ends_.size(); ++s) ends_[s] += ends_[s - 1];
    for (std::size_t n = 0; n < order_.size(); ++n)
      order_[ends_[plan.sets[n]]++] = static_cast<std::uint32_t>(n);
  }
  Rows of_set(std::size_t set) const { return Ends(ends_).list(order_, set); }

 private:
  std::vector<std::uint32_t> ends_, order_;
};

// The keys of one set.
struct KeySet {
  Rows rows;
  Weights counts;

  KeySet(const AttentionPlan& plan, std::size_t set)
      : rows(Ends(plan.set_ends).list(plan.key_rows, set)),
        counts(Ends(plan.set_ends).list(plan.key_counts, set)) {}
  std::size_t size() const { return rows.size(); }
};

// Asks for the rows that a set to come will need; a single key takes part with its value alone.
template <class... More>
HWY_INLINE void prefetch_keys(const AttentionPlan& plan, std::size_t set, ConstMatrix values,
                              More... more) {
  constexpr std::size_t kMost = 8;
  if (set >= plan.set_ends.size()) return;
  const KeySet keys(plan, set);
  for (std::size_t j = 0; j < std::min(kMost, keys.size()); ++j) {
    prefetch_row(values.data + keys.rows[j] * values.cols, values.cols);
    if (keys.size() > 1) (prefetch_row(more.data + keys.rows[j] * more.cols, more.cols), ...);
  }
}

template <class T>
std::span<const T> part(std::span<const T> all, std::size_t first, std::size_t most) {
  return all.subspan(first, std::min(most, all.size() - first));
}

// The rows of q that the queries `numbers` are.
Rows rows_of(const AttentionPlan& plan, Rows numbers, std::vector<std::uint32_t>& room) {
  room.clear();
  for (const std::uint32_t n : numbers) room.push_back(plan.queries[n]);
  return room;
}

void attention(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan, Matrix out,
               float* log_sum) {
  const std::size_t width = q.cols, heads = plan.heads;
  const QueryOrder order(plan);
  std::vector<std::uint32_t> room;
  std::vector<float> maxima(heads * kTileQueries), sums(heads * kTileQueries);
  Tile tile(width, heads);
  TileRows<float> results(kTileQueries, width);

  for (std::size_t s = 0; s < plan.set_ends.size(); ++s) {
    const Rows queries = order.of_set(s);
    const KeySet keys(plan, s);
    prefetch_keys(plan, s + kAheadSets, v, k);
    if (queries.empty()) continue;
    if (keys.size() == 1) {
      for (const std::uint32_t n : queries) {
        std::copy_n(v.data + keys.rows[0] * width, width, out.data + n * width);
        std::fill_n(log_sum + n * heads, heads, 0.f);
      }
      continue;
    }
    tile.expect(queries.size(), keys.size());
    for (std::size_t first = 0; first < queries.size(); first += kTileQueries) {
      const Rows some = part(queries, first, kTileQueries);
      for (const std::uint32_t n : some) std::fill_n(out.data + n * width, width, 0.f);
      tile.queries.load(q, rows_of(plan, some, room), tile.products());
      results.load(out, some, tile.products());
      for (std::size_t h = 0; h < heads; ++h) {
        std::fill_n(&maxima[h * kTileQueries], some.size(), kNothing);
        std::fill_n(&sums[h * kTileQueries], some.size(), 0.f);
      }
      for (std::size_t key = 0; key < keys.size(); key += kTileKeys) {
        tile.load_keys(k, v, part(keys.rows, key, kTileKeys), part(keys.counts, key, kTileKeys));
        for (std::size_t h = 0; h < heads; ++h) {
          tile.pair_up(tile.queries, tile.keys, h, tile.scores(0));
          for (std::size_t i = 0; i < some.size(); ++i) {
            const std::size_t at = h * kTileQueries + i;
            const float shrink = to_powers(tile.scores(i), tile.padded_keys(), tile.scale(),
                                           tile.log_counts(), maxima[at], sums[at]);
            if (key > 0 && shrink != 1)
              multiply_by(shrink, results.block_row(i) + h * tile.width(), tile.width());
          }
          tile.add_over_keys(tile.scores(0), tile.values, h, results);
        }
      }
      results.finish();
      for (std::size_t i = 0; i < some.size(); ++i)
        for (std::size_t h = 0; h < heads; ++h) {
          const std::size_t at = h * kTileQueries + i;
          multiply_by(1 / sums[at], results.row(i) + h * tile.width(), tile.width());
          log_sum[some[i] * heads + h] = maxima[at] + std::log(sums[at]);
        }
    }
  }
}

// With p the probabilities: d_v = p^T d_out, d_score = p (d_out v^T - out . d_out),
// d_q = scale d_score k, d_k = scale d_score^T q. The one key of a set has p = 1, d_score = 0.
void attention_backward(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan,
                        ConstMatrix out, const float* log_sum, ConstMatrix d_out, Matrix d_q,
                        Matrix d_k, Matrix d_v) {
  const std::size_t width = q.cols, heads = plan.heads;
  const QueryOrder order(plan);
  const Buffer inner(plan.queries.size() * heads);
  std::vector<std::uint32_t> room;
  Tile tile(width, heads);
  const Buffer d_scores(kTileQueries * kTileKeys);
  TileRows<const float> d_results(kTileQueries, width);
  TileRows<float> d_queries(kTileQueries, width), d_keys(kTileKeys, width),
      d_values(kTileKeys, width);

  for (std::size_t s = 0; s < plan.set_ends.size(); ++s) {
    const Rows queries = order.of_set(s);
    const KeySet keys(plan, s);
    prefetch_keys(plan, s + kAheadSets, d_v, v, k, d_k);
    if (queries.empty()) continue;
    if (keys.size() == 1) {
      float* to = d_v.data + keys.rows[0] * width;
      for (const std::uint32_t n : queries) add_to(d_out.data + n * width, to, width);
      continue;
    }
    tile.expect(queries.size(), keys.size());
    for (const std::uint32_t n : queries)
      for (std::size_t h = 0; h < heads; ++h) {
        const std::size_t at = n * width + h * tile.width();
        inner.data()[n * heads + h] = dot(out.data + at, d_out.data + at, tile.width());
      }
    for (std::size_t key = 0; key < keys.size(); key += kTileKeys) {
      const Rows key_rows = part(keys.rows, key, kTileKeys);
      tile.load_keys(k, v, key_rows, part(keys.counts, key, kTileKeys));
      d_keys.load(d_k, key_rows, tile.products());
      d_values.load(d_v, key_rows, tile.products());
      for (std::size_t first = 0; first < queries.size(); first += kTileQueries) {
        const Rows some = part(queries, first, kTileQueries);
        tile.queries.load(q, rows_of(plan, some, room), tile.products());
        d_queries.load(d_q, room, tile.products());
        d_results.load(d_out, some, tile.products());
        for (std::size_t h = 0; h < heads; ++h) {
          tile.pair_up(tile.queries, tile.keys, h, tile.scores(0));
          tile.pair_up(d_results, tile.values, h, d_scores.data());
          for (std::size_t i = 0; i < some.size(); ++i) {
            const std::size_t at = some[i] * heads + h;
            through_softmax(tile.scores(i), d_scores.data() + i * tile.padded_keys(),
                            tile.padded_keys(), tile.scale(), tile.log_counts(), log_sum[at],
                            inner.data()[at]);
          }
          tile.add_over_queries(tile.scores(0), d_results, h, d_values);
          tile.add_over_queries(d_scores.data(), tile.queries, h, d_keys);
          tile.add_over_keys(d_scores.data(), tile.keys, h, d_queries);
        }
        d_queries.finish();
      }
      d_keys.finish();
      d_values.finish();
    }
  }
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace winnow {

HWY_EXPORT(attention);
HWY_EXPORT(attention_backward);

namespace {

void require_shapes(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan,
                    ConstMatrix out, std::span<const float> log_sum) {
  require(plan.heads > 0 && q.cols % plan.heads == 0 && k.cols == q.cols && v.cols == q.cols &&
              out.cols == q.cols && out.rows == plan.queries.size() &&
              plan.sets.size() == plan.queries.size() &&
              plan.key_counts.size() == plan.key_rows.size() &&
              log_sum.size() == plan.queries.size() * plan.heads,
          "attention: shapes differ");
  std::size_t begin = 0;
  for (const std::uint32_t end : plan.set_ends) {
    require(begin < end && end <= plan.key_rows.size(), "attention: a set without keys");
    begin = end;
  }
}

}  // namespace

void attention(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan, Matrix out,
               std::span<float> log_sum) {
  require_shapes(q, k, v, plan, out, log_sum);
  HWY_DYNAMIC_DISPATCH(attention)(q, k, v, plan, out, log_sum.data());
}

void attention_backward(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan,
                        ConstMatrix out, std::span<const float> log_sum, ConstMatrix d_out,
                        Matrix d_q, Matrix d_k, Matrix d_v) {
  require_shapes(q, k, v, plan, out, log_sum);
  const auto same_shape = [](ConstMatrix a, ConstMatrix b) {
    return a.rows == b.rows && a.cols == b.cols;
  };
  require(same_shape(out, d_out) && same_shape(q, d_q) && same_shape(k, d_k) && same_shape(v, d_v),
          "attention_backward: shapes differ");
  HWY_DYNAMIC_DISPATCH(attention_backward)
  (q, k, v, plan, out, log_sum.data(), d_out, d_q, d_k, d_v);
}

}  // namespace winnow
#endif
