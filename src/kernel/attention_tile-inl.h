// kernel/attention_tile-inl.h - some queries against some keys of one set, for each SIMD target.
// Small tiles are computed row by row, in place; larger ones by matrix products, on copies where
// the rows do not lie side by side already.
#if defined(WINNOW_KERNEL_ATTENTION_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WINNOW_KERNEL_ATTENTION_TILE_INL_H_
#undef WINNOW_KERNEL_ATTENTION_TILE_INL_H_
#else
#define WINNOW_KERNEL_ATTENTION_TILE_INL_H_
#endif

#include "kernel/blas.h"
#include "kernel/buffer.h"
#include "kernel/matrix.h"
#include "kernel/simd-inl.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

constexpr std::size_t kTileQueries = 128;
constexpr std::size_t kTileKeys = 256;
constexpr std::size_t kPad = 16;    // rows of scores are whole vectors, for the exponentials
constexpr float kNothing = -1e30f;  // the score of padding: its exponential is 0

// Below these a product's call and copies cost more than they save. Forward, 8 x 8 and 4 x 32 are
// about even and 16 x 16 gains a little; backward, products save a quarter at 4 x 32 and 40 % at
// 16 x 16.
constexpr std::size_t kProductQueries = 4;
constexpr std::size_t kProductPairs = 96;

HWY_INLINE void multiply_by(float factor, float* x, std::size_t size) {
  each_vector(size, [=](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Mul(hn::Set(d, factor), hn::LoadU(d, x + i)), d, x + i);
  });
}

// out[j] = a . b_j
HWY_INLINE void dot_four(const float* a, const float* b0, const float* b1, const float* b2,
                         const float* b3, std::size_t size, float* out) {
  const Wide d;
  const std::size_t lanes = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto a_i = hn::LoadU(d, a + i);
    s0 = hn::MulAdd(a_i, hn::LoadU(d, b0 + i), s0);
    s1 = hn::MulAdd(a_i, hn::LoadU(d, b1 + i), s1);
    s2 = hn::MulAdd(a_i, hn::LoadU(d, b2 + i), s2);
    s3 = hn::MulAdd(a_i, hn::LoadU(d, b3 + i), s3);
  }
  out[0] = hn::GetLane(hn::SumOfLanes(d, s0));
  out[1] = hn::GetLane(hn::SumOfLanes(d, s1));
  out[2] = hn::GetLane(hn::SumOfLanes(d, s2));
  out[3] = hn::GetLane(hn::SumOfLanes(d, s3));
  for (; i < size; ++i) {
    out[0] += a[i] * b0[i];
    out[1] += a[i] * b1[i];
    out[2] += a[i] * b2[i];
    out[3] += a[i] * b3[i];
  }
}

// Rows to read, or with Real = float to add to. Where products need them side by side and they are
// not, they are read from a copy, or added to a copy first.
template <class Real>
class TileRows {
 public:
  TileRows(std::size_t most, std::size_t width) : rows_(most), room_(most * width) {}

  void load(MatrixSpan<Real> matrix, Rows numbers, bool side_by_side) {
    size_ = numbers.size(), width_ = matrix.cols;
    for (std::size_t i = 0; i < size_; ++i) rows_[i] = matrix.data + numbers[i] * width_;
    bool in_place = true;
    for (std::size_t i = 1; i < size_; ++i) in_place &= numbers[i] == numbers[0] + i;
    copied_ = side_by_side && !in_place;
    if (!copied_) return;
    if constexpr (std::is_const_v<Real>)
      for (std::size_t i = 0; i < size_; ++i)
        std::copy_n(rows_[i], width_, room_.data() + i * width_);
    else
      std::fill_n(room_.data(), size_ * width_, 0.f);
  }
  void finish() const {
    if (copied_)
      for (std::size_t i = 0; i < size_; ++i) add_to(room_.data() + i * width_, rows_[i], width_);
  }

  std::size_t size() const { return size_; }
  Real* row(std::size_t i) const { return rows_[i]; }  // where it belongs
  Real* block() const { return copied_ ? room_.data() : rows_[0]; }
  Real* block_row(std::size_t i) const { return copied_ ? room_.data() + i * width_ : rows_[i]; }

 private:
  std::vector<Real*> rows_;
  Buffer room_;
  std::size_t size_ = 0, width_ = 0;
  bool copied_ = false;
};

// One tile, and one head of it at a time.
class Tile {
 public:
  Tile(std::size_t all_heads, std::size_t heads)
      : queries(kTileQueries, all_heads),
        keys(kTileKeys, all_heads),
        values(kTileKeys, all_heads),
        stride_(all_heads),
        width_(all_heads / heads),
        scale_(1 / std::sqrt(static_cast<float>(width_))),
        scores_(kTileQueries * kTileKeys),
        log_counts_(kTileKeys) {}

  void load_keys(ConstMatrix k, ConstMatrix v, Rows rows, Weights counts) {
    keys.load(k, rows, products_);
    values.load(v, rows, products_);
    for (std::size_t j = 0; j < counts.size(); ++j)
      log_counts_[j] = counts[j] == 1 ? 0.f : std::log(counts[j]);
    std::fill(log_counts_.data() + counts.size(), log_counts_.data() + padded_keys(), kNothing);
  }

  void expect(std::size_t query_count, std::size_t key_count) {
    products_ = query_count >= kProductQueries && query_count * key_count >= kProductPairs;
  }
  bool products() const { return products_; }
  std::size_t stride() const { return stride_; }
  std::size_t width() const { return width_; }
  float scale() const { return scale_; }
  std::size_t padded_keys() const { return (keys.size() + kPad - 1) / kPad * kPad; }
  const float* log_counts() const { return log_counts_.data(); }
  float* scores(std::size_t i) const { return scores_.data() + i * padded_keys(); }

  // scores[i][j] = a[i] . b[j], for a [queries] and b [keys]
  void pair_up(const TileRows<const float>& a, const TileRows<const float>& b, std::size_t head,
               float* out) const {
    const std::size_t at = head * width_, padded = padded_keys();
    for (std::size_t i = 0; b.size() < padded && i < a.size(); ++i)
      std::fill(out + i * padded + b.size(), out + (i + 1) * padded, 0.f);
    if (products_) {
      sgemm_nt(a.size(), b.size(), width_, {a.block() + at, stride_}, {b.block() + at, stride_},
               out, padded, false);
      return;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      const float* row = a.row(i) + at;
      float* to = out + i * padded;
      std::size_t j = 0;
      for (; j + 4 <= b.size(); j += 4)
        dot_four(row, b.row(j) + at, b.row(j + 1) + at, b.row(j + 2) + at, b.row(j + 3) + at,
                 width_, to + j);
      for (; j < b.size(); ++j) to[j] = dot(row, b.row(j) + at, width_);
    }
  }

  // out[i] += sum over j of scores[i][j] x[j], for x [keys] and out [queries]
  void add_over_keys(const float* pairs, const TileRows<const float>& x, std::size_t head,
                     const TileRows<float>& out) const {
    const std::size_t at = head * width_, padded = padded_keys();
    if (products_) {
      sgemm_nn(out.size(), width_, x.size(), {pairs, padded}, {x.block() + at, stride_},
               out.block() + at, stride_, true);
      return;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
      each_vector(width_, [&](auto d, std::size_t c) HWY_ATTR {
        float* to = out.row(i) + at + c;
        auto sum = hn::LoadU(d, to);
        for (std::size_t j = 0; j < x.size(); ++j)
          sum = hn::MulAdd(hn::Set(d, pairs[i * padded + j]), hn::LoadU(d, x.row(j) + at + c), sum);
        hn::StoreU(sum, d, to);
      });
  }

  // out[j] += sum over i of scores[i][j] x[i], for x [queries] and out [keys]
  void add_over_queries(const float* pairs, const TileRows<const float>& x, std::size_t head,
                        const TileRows<float>& out) const {
    const std::size_t at = head * width_, padded = padded_keys();
    if (products_) {
      sgemm_tn(out.size(), width_, x.size(), {pairs, padded}, {x.block() + at, stride_},
               out.block() + at, stride_, true);
      return;
    }
    for (std::size_t j = 0; j < out.size(); ++j)
      each_vector(width_, [&](auto d, std::size_t c) HWY_ATTR {
        float* to = out.row(j) + at + c;
        auto sum = hn::LoadU(d, to);
        for (std::size_t i = 0; i < x.size(); ++i)
          sum = hn::MulAdd(hn::Set(d, pairs[i * padded + j]), hn::LoadU(d, x.row(i) + at + c), sum);
        hn::StoreU(sum, d, to);
      });
  }

  TileRows<const float> queries, keys, values;

 private:
  std::size_t stride_, width_;
  float scale_;
  Buffer scores_;
  std::vector<float> log_counts_;
  bool products_ = false;
};

// Scores of one query become exp(score - maximum so far); `maximum` and `sum` run over the tiles of
// a set. Returns the factor by which everything summed up before has to shrink. The padding of
// scores holds anything finite, that of log_counts kNothing.
HWY_INLINE float to_powers(float* scores, std::size_t padded, float scale, const float* log_counts,
                           float& maximum, float& sum) {
  const Wide wide;
  const std::size_t lanes = hn::Lanes(wide);
  auto greatest = hn::Set(wide, maximum);
  std::size_t j = 0;
  for (; j + lanes <= padded; j += lanes) {
    const auto s = hn::MulAdd(hn::LoadU(wide, scores + j), hn::Set(wide, scale),
                              hn::LoadU(wide, log_counts + j));
    hn::StoreU(s, wide, scores + j);
    greatest = hn::Max(greatest, s);
  }
  float most = hn::GetLane(hn::MaxOfLanes(wide, greatest));
  for (; j < padded; ++j) {
    scores[j] = scores[j] * scale + log_counts[j];
    most = std::max(most, scores[j]);
  }
  const float total = sum_vectors(padded, [=](auto d, std::size_t at) HWY_ATTR {
    const auto p = hn::Exp(d, hn::Sub(hn::LoadU(d, scores + at), hn::Set(d, most)));
    hn::StoreU(p, d, scores + at);
    return p;
  });
  const float shrink = sum == 0 ? 0.f : std::exp(maximum - most);
  sum = sum * shrink + total;
  maximum = most;
  return shrink;
}

// From scores to probabilities p, and from d loss / d p to d loss / d score = p (d_p - inner).
HWY_INLINE void through_softmax(float* scores, float* d_scores, std::size_t padded, float scale,
                                const float* log_counts, float log_sum, float inner) {
  each_vector(padded, [=](auto d, std::size_t j) HWY_ATTR {
    const auto shift = hn::Sub(hn::LoadU(d, log_counts + j), hn::Set(d, log_sum));
    const auto score = hn::MulAdd(hn::LoadU(d, scores + j), hn::Set(d, scale), shift);
    const auto p = hn::Exp(d, score);
    const auto centred = hn::Sub(hn::LoadU(d, d_scores + j), hn::Set(d, inner));
    hn::StoreU(p, d, scores + j);
    hn::StoreU(hn::Mul(hn::Mul(p, hn::Set(d, scale)), centred), d, d_scores + j);
  });
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
