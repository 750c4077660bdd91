#include "model/nearest_examples.h"

#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace winnow {

namespace {

constexpr std::size_t kNearest = 100;  // conjectures that are asked

// How fast a voice fades with the distance (1 - cosine) of conjectures and of premises. One alone
// is half as good as these five together.
constexpr std::array<float, 3> kConjectureFades = {6, 9, 18}, kPremiseFades = {9, 18, 36};
struct Fades {
  std::size_t conjecture, premise;
};
constexpr std::array<Fades, 5> kFades = {{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {0, 2}}};
constexpr std::array<float, 3> kDoubts = {0.001f, 0.1f,
                                          1};  // voices that are neither for nor against
constexpr float kLeast = 1e-4f;
static_assert(kFades.size() * (kDoubts.size() + 1) == kNearestExampleNumbers);

float dot(std::span<const float> a, std::span<const float> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.f);
}

// A premise of near examples: the voices of all its occurrences.
struct Witness {
  std::uint32_t formula;
  std::array<float, kConjectureFades.size()> sum = {}, difference = {};  // for and against
};

}  // namespace

void check_nearest_examples(const ModelFile& model) {
  std::size_t encoding = encoding_width(make_config(model.options));
  auto shaped = [&](const char* name, const std::vector<std::size_t>& shape) {
    require(model.nearest_examples.has(name) && model.nearest_examples.tensor(name).shape == shape,
            std::string(name) + " is missing or has a wrong shape");
  };
  require(model.nearest_examples.has("nearest_examples.vectors"),
          "nearest examples without vectors");
  const std::vector<std::size_t>& shape =
      model.nearest_examples.tensor("nearest_examples.vectors").shape;
  require(shape.size() == 2 && shape[1] > 0, "nearest_examples.vectors has a wrong shape");
  shaped("nearest_examples.mean", {encoding});
  shaped("nearest_examples.projection", {shape[1], encoding});
  shaped("nearest_examples.weight", {1 + kNearestExampleNumbers});
  shaped("nearest_examples.bias", {1});
  require(model.nearest_examples.tensors().size() == 5, "nearest examples with a tensor too many");
}

NearestExampleReader::NearestExampleReader(const ModelFile& model)
    : model_(model), projection_(model.nearest_examples.matrix("nearest_examples.projection")) {}

std::vector<float> NearestExampleReader::place(ConstMatrix encodings) const {
  std::span<const float> mean = model_.nearest_examples.vector("nearest_examples.mean");
  std::vector<float> places(encodings.rows * width()), centred(encodings.cols);
  for (std::size_t i = 0; i < encodings.rows; ++i) {
    std::ranges::transform(encodings.row(i), mean, centred.begin(), std::minus());
    auto place = std::span(places).subspan(i * width(), width());
    for (std::size_t j = 0; j < width(); ++j) place[j] = dot(projection_.row(j), centred);
    float length = std::sqrt(std::max(dot(place, place), 1e-12f));
    for (float& each : place) each /= length;
  }
  return places;
}

std::vector<NearestExampleNumbers> NearestExampleReader::read(std::span<const float> conjecture,
                                                              ConstMatrix premises) const {
  const ExampleTable& table = model_.nearest_example_table;
  ConstMatrix vectors = model_.nearest_examples.matrix("nearest_examples.vectors");
  std::vector<float> similarity(table.size());
  std::vector<std::uint32_t> order(table.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::uint32_t i : order)
    similarity[i] = dot(conjecture, vectors.row(table.conjectures[i])) / kNearestExampleSteps;
  auto nearest = std::min(kNearest, order.size());
  std::ranges::nth_element(
      order, order.begin() + static_cast<std::ptrdiff_t>(nearest), [&](auto a, auto b) {
        return similarity[a] != similarity[b] ? similarity[a] > similarity[b] : a < b;
      });
  order.resize(nearest);
  std::ranges::sort(order);  // sums do not depend on how the nearest were found

  std::vector<Witness> witnesses;
  std::unordered_map<std::uint32_t, std::size_t> known;
  for (std::uint32_t example : order) {
    std::array<float, kConjectureFades.size()> voice;
    for (std::size_t i = 0; i < voice.size(); ++i)
      voice[i] = std::exp(kConjectureFades[i] * (similarity[example] - 1));
    for (PremiseUse use : table[example]) {
      auto [found, is_new] = known.try_emplace(use.formula(), witnesses.size());
      if (is_new) witnesses.push_back({use.formula()});
      Witness& witness = witnesses[found->second];
      for (std::size_t i = 0; i < voice.size(); ++i) {
        witness.sum[i] += voice[i];
        witness.difference[i] += use.useful() ? voice[i] : -voice[i];
      }
    }
  }

  std::vector<NearestExampleNumbers> result(premises.rows);
  for (std::size_t n = 0; n < premises.rows; ++n) {
    std::array<float, kFades.size()> sums = {}, differences = {};
    for (const Witness& witness : witnesses) {
      float distance =
          1 - dot(premises.row(n), vectors.row(witness.formula)) / kNearestExampleSteps;
      std::array<float, kPremiseFades.size()> near;
      for (std::size_t i = 0; i < near.size(); ++i)
        near[i] = std::exp(-kPremiseFades[i] * distance);
      for (std::size_t i = 0; i < kFades.size(); ++i) {
        sums[i] += near[kFades[i].premise] * witness.sum[kFades[i].conjecture];
        differences[i] += near[kFades[i].premise] * witness.difference[kFades[i].conjecture];
      }
    }
    float* out = result[n].data();
    for (std::size_t i = 0; i < kFades.size(); ++i) {
      for (float doubt : kDoubts) *out++ = differences[i] / (sums[i] + doubt);
      *out++ = std::log(sums[i] + kLeast);
    }
  }
  return result;
}

float NearestExampleReader::judge(float logit, const NearestExampleNumbers& numbers) const {
  std::span<const float> weight = model_.nearest_examples.vector("nearest_examples.weight");
  return weight[0] * logit + dot(weight.subspan(1), numbers) +
         model_.nearest_examples.vector("nearest_examples.bias")[0];
}

}  // namespace winnow
