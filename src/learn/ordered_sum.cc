#include "learn/ordered_sum.h"

#include "winnow/error.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>

namespace winnow {

namespace {

using Span = std::span<const std::uint32_t>;

Span bits_of(const float* values, std::int64_t count) {
  return {reinterpret_cast<const std::uint32_t*>(values), static_cast<std::size_t>(count)};
}

// A slice of one micro-batch's gradient, here or in a message.
struct Contribution {
  torch::Tensor whole;          // the parameter's gradient
  const float* here = nullptr;  // the slice in it
  Span rows;                    // or, of a table, these rows (counted from the slice's first)
  Span values;                  // and their values; without rows all of it
  bool is_table = false;
};

// Floats in messages are words: they are read as such, and made floats one by one.
void add_words(Span values, float* sum) {
  for (std::size_t i = 0; i < values.size(); ++i) sum[i] += std::bit_cast<float>(values[i]);
}

void add(const Contribution& each, const WeightSlice& slice, float* sum) {
  if (each.here != nullptr) {
    for (std::int64_t i = 0; i < slice.size(); ++i) sum[i] += each.here[i];
  } else if (!each.is_table) {
    add_words(each.values, sum);
  } else {
    auto row = static_cast<std::size_t>(slice.row);
    std::size_t next = 0;
    for (std::size_t n = 0; n < static_cast<std::size_t>(slice.size()) / row; ++n) {
      float* out = sum + n * row;
      if (next < each.rows.size() && each.rows[next] == n)
        add_words(each.values.subspan(next++ * row, row), out);
      else
        // Zeros that were not sent: they turn a negative zero into a positive one.
        for (std::size_t i = 0; i < row; ++i) out[i] += 0.f;
    }
  }
}

void copy_first(const Contribution& each, const WeightSlice& slice, float* sum) {
  if (each.here != nullptr) {
    std::copy_n(each.here, slice.size(), sum);
  } else if (!each.is_table) {
    std::memcpy(sum, each.values.data(), each.values.size_bytes());
  } else {
    auto row = static_cast<std::size_t>(slice.row);
    std::fill_n(sum, slice.size(), 0.f);
    for (std::size_t n = 0; n < each.rows.size(); ++n)
      std::memcpy(sum + each.rows[n] * row, each.values.data() + n * row, row * sizeof(float));
  }
}

class Sum {
 public:
  Sum(const std::vector<std::string>& trained, const WeightSlices& slices, const Peers& peers)
      : slices_(slices), peers_(peers) {
    for (std::size_t i = 0; i < trained.size(); ++i) places_[trained[i]] = i;
  }

  // A message for each process: results of the own micro_batches, and gradients of its slices.
  Parcels pack(const std::vector<MicroBatchResult>& own) const {
    Parcels out;
    for (std::uint32_t to = 0; to < peers_.size(); ++to) {
      WordWriter writer(out.words);
      for (const MicroBatchResult& result : own) {
        if (to == peers_.rank()) break;
        writer.real(result.loss);
        writer.number(result.correct);
        write_statistics(result.statistics, writer);
        for (const WeightSlice& slice : slices_.of(to)) pack(result, slice, writer);
      }
      out.ends.push_back(out.words.size());
    }
    return out;
  }

  // Reads a message's next result; its contributions go to the own slices.
  MicroBatchResult unpack(WordReader& in, std::vector<std::vector<Contribution>>& by_slice) const {
    MicroBatchResult result;
    result.loss = in.real();
    result.correct = in.number();
    result.statistics = read_statistics(in);
    std::span<const WeightSlice> slices = slices_.of(peers_.rank());
    for (std::size_t i = 0; i < slices.size(); ++i) {
      if (in.word() == 0) continue;
      Contribution each;
      each.is_table = slices[i].row != 0;
      if (each.is_table) each.rows = in.take(in.word());
      each.values =
          in.take(each.is_table ? each.rows.size() * static_cast<std::size_t>(slices[i].row)
                                : static_cast<std::size_t>(slices[i].size()));
      by_slice[i].push_back(each);
    }
    return result;
  }

  void contribute(const MicroBatchResult& result,
                  std::vector<std::vector<Contribution>>& by_slice) const {
    std::span<const WeightSlice> slices = slices_.of(peers_.rank());
    for (std::size_t i = 0; i < slices.size(); ++i)
      if (const float* here = gradient(result, slices[i])) {
        Contribution each;
        each.whole = result.gradients[place(slices[i])];
        each.here = here;
        by_slice[i].push_back(each);
      }
  }

  std::size_t place(const WeightSlice& slice) const { return places_.at(slice.name); }

 private:
  const float* gradient(const MicroBatchResult& result, const WeightSlice& slice) const {
    if (result.gradients.empty() || !result.gradients[place(slice)].defined()) return nullptr;
    return result.gradients[place(slice)].data_ptr<float>() + slice.begin;
  }

  void pack(const MicroBatchResult& result, const WeightSlice& slice, WordWriter& writer) const {
    const float* values = gradient(result, slice);
    writer.word(values != nullptr);
    if (values == nullptr) return;
    if (slice.row == 0) {
      writer.floats({values, static_cast<std::size_t>(slice.size())});
      return;
    }
    std::vector<std::uint32_t> rows;
    for (std::int64_t n = 0; n < slice.size() / slice.row; ++n)
      if (std::ranges::any_of(bits_of(values + n * slice.row, slice.row),
                              [](std::uint32_t bits) { return bits != 0; }))
        rows.push_back(static_cast<std::uint32_t>(n));
    writer.word(static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t n : rows) writer.word(n);
    for (std::uint32_t n : rows)
      writer.floats({values + n * slice.row, static_cast<std::size_t>(slice.row)});
  }

  const WeightSlices& slices_;
  const Peers& peers_;
  std::map<std::string, std::size_t> places_;  // of trained parameters
};

// The sum over one slice, in the parameter's gradient.
torch::Tensor sum_of(const WeightSlice& slice, std::span<const Contribution> contributions,
                     const torch::Tensor& parameter) {
  const Contribution& first = contributions.front();
  bool is_all = slice.size() == parameter.numel() && first.whole.defined();
  torch::Tensor sum = is_all ? first.whole : torch::empty(parameter.sizes());
  float* out = sum.data_ptr<float>() + slice.begin;
  if (!is_all) copy_first(first, slice, out);
  for (const Contribution& each : contributions.subspan(1)) add(each, slice, out);
  return sum;
}

}  // namespace

void write_statistics(const std::vector<BatchStatistics>& statistics, WordWriter& out) {
  out.number(statistics.size());
  for (const BatchStatistics& each : statistics) {
    auto width = static_cast<std::size_t>(each.mean.numel());
    out.text(each.norm);
    out.number(width);
    out.floats({each.mean.data_ptr<float>(), width});
    out.floats({each.variance.data_ptr<float>(), width});
  }
}

std::vector<BatchStatistics> read_statistics(WordReader& in) {
  std::vector<BatchStatistics> statistics(in.number());
  for (BatchStatistics& each : statistics) {
    each.norm = in.text();
    std::size_t width = in.number();
    each.mean = torch::empty({static_cast<std::int64_t>(width)});
    each.variance = torch::empty({static_cast<std::int64_t>(width)});
    in.floats({each.mean.data_ptr<float>(), width});
    in.floats({each.variance.data_ptr<float>(), width});
  }
  return statistics;
}

std::vector<MicroBatchResult> add_in_order(std::uint32_t micro_batches,
                                           std::vector<MicroBatchResult> own,
                                           const std::vector<std::string>& trained,
                                           const std::vector<torch::Tensor>& masks,
                                           ParameterMap& parameters, const WeightSlices& slices,
                                           Peers& peers, Workers& workers) {
  torch::NoGradGuard no_gradients;
  for (MicroBatchResult& result : own)
    for (torch::Tensor& each : result.gradients)
      if (each.defined()) each = each.contiguous();
  Sum sum(trained, slices, peers);
  Parcels in = peers.exchange(sum.pack(own));

  std::span<const WeightSlice> mine = slices.of(peers.rank());
  std::vector<std::vector<Contribution>> by_slice(mine.size());
  std::vector<MicroBatchResult> all;
  for (std::uint32_t from = 0; from < peers.size(); ++from) {
    WordReader reader(in.of(from));
    Peers::Block block = peers.block_of(micro_batches, from);
    for (std::uint32_t n = block.begin; n < block.end; ++n) {
      if (from != peers.rank()) {
        all.push_back(sum.unpack(reader, by_slice));
        continue;
      }
      MicroBatchResult& result = own[n - block.begin];
      sum.contribute(result, by_slice);
      all.push_back({result.loss, result.correct, result.statistics, {}});
    }
  }

  for (const std::string& name : trained) parameters.at(name).mutable_grad().reset();
  std::atomic<std::size_t> next = 0;
  workers.run([&] {
    torch::NoGradGuard guard;
    for (std::size_t i = next++; i < mine.size(); i = next++) {
      if (by_slice[i].empty()) continue;
      torch::Tensor& parameter = parameters.at(mine[i].name);
      torch::Tensor gradient = sum_of(mine[i], by_slice[i], parameter);
      if (const torch::Tensor& mask = masks[sum.place(mine[i])]; mask.defined())
        gradient.view({-1})
            .slice(0, mine[i].begin, mine[i].end)
            .mul_(mask.view({-1}).slice(0, mine[i].begin, mine[i].end));
      parameter.mutable_grad() = gradient;
    }
  });
  return all;
}

}  // namespace winnow
