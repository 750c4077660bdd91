#include "learn/divided_adam.h"

#include "winnow/error.h"

#include <algorithm>
#include <cstring>

namespace winnow {

namespace {

std::span<float> values_of(torch::Tensor& tensor) {
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

std::span<float> values_of(ParameterMap& parameters, const WeightSlice& slice) {
  return values_of(parameters.at(slice.name))
      .subspan(static_cast<std::size_t>(slice.begin), static_cast<std::size_t>(slice.size()));
}

// Of the tensor of a checkpoint that has this size.
std::span<const float> values_of(const TensorMap& tensors, const std::string& name,
                                 std::int64_t size) {
  const std::vector<float>& values = tensors.at(name).values;
  require(values.size() == static_cast<std::size_t>(size), "a tensor of another size");
  return values;
}

}  // namespace

DividedAdam::DividedAdam(ParameterMap& parameters, const AdamOptions& options, Peers& peers)
    : parameters_(parameters),
      peers_(peers),
      slices_(parameters, peers.size()),
      adam_(parameters, options, slices_.of(peers.rank())) {}

// What the own slices of tables hold, to see afterwards which rows moved.
std::vector<std::vector<float>> DividedAdam::own_tables() const {
  std::vector<std::vector<float>> tables;
  for (const WeightSlice& slice : slices_.of(peers_.rank())) {
    std::span<const float> values;
    if (slice.row != 0) values = values_of(parameters_, slice);
    tables.emplace_back(values.begin(), values.end());
  }
  return tables;
}

double DividedAdam::step(double learning_rate, std::uint32_t threads) {
  if (peers_.size() == 1) return adam_.step(learning_rate, threads);
  std::vector<std::vector<float>> before = own_tables();
  double length = adam_.step(learning_rate, threads, [&](const std::vector<double>& own) {
    Words mine;
    WordWriter writer(mine);
    for (double square : own) writer.real(square);
    Parcels in = peers_.share(mine);
    std::vector<double> all;
    WordReader reader(in.words);
    for (std::size_t i = 0; i < in.words.size() / 2; ++i) all.push_back(reader.real());
    return all;
  });
  send_moved(before);
  return length;
}

void DividedAdam::send_moved(const std::vector<std::vector<float>>& before) {
  torch::NoGradGuard guard;
  Words mine;
  WordWriter writer(mine);
  std::span<const WeightSlice> own = slices_.of(peers_.rank());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const WeightSlice& slice = own[i];
    bool moved = parameters_.at(slice.name).grad().defined();
    writer.word(moved);
    if (!moved) continue;
    std::span<const float> values = values_of(parameters_, slice);
    if (slice.row == 0) {
      writer.floats(values);
      continue;
    }
    auto row = static_cast<std::size_t>(slice.row);
    std::vector<std::uint32_t> rows;
    for (std::size_t n = 0; n < values.size() / row; ++n)
      if (std::memcmp(&values[n * row], &before[i][n * row], row * sizeof(float)) != 0)
        rows.push_back(static_cast<std::uint32_t>(n));
    writer.word(static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t n : rows) {
      writer.word(n);
      writer.floats(values.subspan(n * row, row));
    }
  }
  Parcels in = peers_.share(mine);
  for (std::uint32_t from = 0; from < peers_.size(); ++from) {
    if (from == peers_.rank()) continue;
    WordReader reader(in.of(from));
    for (const WeightSlice& slice : slices_.of(from)) {
      if (reader.word() == 0) continue;
      std::span<float> values = values_of(parameters_, slice);
      if (slice.row == 0) {
        reader.floats(values);
        continue;
      }
      auto row = static_cast<std::size_t>(slice.row);
      for (std::uint32_t n = reader.word(); n > 0; --n) {
        std::size_t at = reader.word() * row;
        reader.floats(values.subspan(at, row));
      }
    }
  }
}

ParameterMap DividedAdam::averages() {
  torch::NoGradGuard guard;
  ParameterMap all;
  if (adam_.options().average <= 0) {
    for (const auto& [name, tensor] : parameters_)
      if (tensor.requires_grad()) all[name] = tensor;
    return all;
  }
  if (peers_.size() == 1) {
    for (const Adam::State& state : adam_.states())
      all[state.slice.name] = state.average.view(parameters_.at(state.slice.name).sizes());
    return all;
  }
  Words mine;
  WordWriter writer(mine);
  for (Adam::State& state : adam_.states()) writer.floats(values_of(state.average));
  Parcels in = peers_.share(mine);
  for (std::uint32_t from = 0; from < peers_.size(); ++from) {
    WordReader reader(in.of(from));
    for (const WeightSlice& slice : slices_.of(from)) {
      torch::Tensor& whole = all[slice.name];
      if (!whole.defined()) whole = torch::empty(parameters_.at(slice.name).sizes());
      reader.floats(values_of(all, slice));
    }
  }
  return all;
}

TensorMap DividedAdam::gather() {
  Parcels out;
  WordWriter writer(out.words);
  for (Adam::State& state : adam_.states())
    for (torch::Tensor* each : {&state.first, &state.second, &state.average})
      if (each->defined()) writer.floats(values_of(*each));
  out.ends.assign(peers_.size(), out.words.size());  // all of it for rank 0
  Parcels in = peers_.exchange(std::move(out));
  TensorMap tensors;
  if (!peers_.is_first()) return tensors;
  auto whole = [&](const std::string& name, const torch::Tensor& shape) -> std::vector<float>& {
    ModelWeights::Tensor& tensor = tensors[name];
    if (tensor.values.empty()) {
      tensor.shape.assign(shape.sizes().begin(), shape.sizes().end());
      tensor.values.resize(static_cast<std::size_t>(shape.numel()));
    }
    return tensor.values;
  };
  for (auto& [name, tensor] : parameters_)
    std::ranges::copy(values_of(tensor), whole("value/" + name, tensor).begin());
  for (std::uint32_t from = 0; from < peers_.size(); ++from) {
    WordReader reader(in.of(from));
    for (const WeightSlice& slice : slices_.of(from))
      for (const char* kind : {"first/", "second/", "average/"}) {
        if (std::string_view(kind) == "average/" && adam_.options().average <= 0) continue;
        reader.floats(std::span(whole(kind + slice.name, parameters_.at(slice.name)))
                          .subspan(static_cast<std::size_t>(slice.begin),
                                   static_cast<std::size_t>(slice.size())));
      }
  }
  return tensors;
}

void DividedAdam::scatter(const TensorMap& tensors, std::uint64_t steps) {
  torch::NoGradGuard guard;
  Parcels out;
  for (std::uint32_t to = 0; to < peers_.size(); ++to) {
    if (peers_.is_first()) {
      WordWriter writer(out.words);
      writer.number(steps);
      for (const auto& [name, tensor] : parameters_)
        writer.floats(values_of(tensors, "value/" + name, tensor.numel()));
      for (const WeightSlice& slice : slices_.of(to))
        for (const char* kind : {"first/", "second/", "average/"}) {
          if (std::string_view(kind) == "average/" && adam_.options().average <= 0) continue;
          writer.floats(values_of(tensors, kind + slice.name, parameters_.at(slice.name).numel())
                            .subspan(static_cast<std::size_t>(slice.begin),
                                     static_cast<std::size_t>(slice.size())));
        }
    }
    out.ends.push_back(out.words.size());
  }
  Parcels in = peers_.exchange(std::move(out));
  WordReader reader(in.of(0));
  adam_.set_steps(reader.number());
  for (auto& [name, tensor] : parameters_) reader.floats(values_of(tensor));
  for (Adam::State& state : adam_.states())
    for (torch::Tensor* each : {&state.first, &state.second, &state.average})
      if (each->defined()) reader.floats(values_of(*each));
}

}  // namespace winnow
