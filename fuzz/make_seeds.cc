// fuzz/make_seeds.cc - seeds for readers of binary files, made by the writers of today.
// in: a folder     out: FOLDER/TARGET/NAME
// A seed that is made each time follows a change of its format; one that is kept would be refused
// at its first line from then on, and the fuzzer would look no further.
#include "checks.h"
#include "model/checkpoint_file.h"
#include "rank/fusion.h"
#include "rank/index.h"
#include "rank/inverted_file.h"
#include "toy.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace winnow;

namespace {

struct Shape {
  const char* name;
  ModelOptions options;
};

const Shape kShapes[] = {
    {"max", {.embedder = "gcn", .pooling = "max", .mode = "pair", .rounds = 1}},
    {"mpnn",
     {.embedder = "mpnn", .pooling = "dag", .mode = "joint", .variables = "indexed", .rounds = 1}},
    {"daglstm", {.embedder = "daglstm", .pooling = "dag", .mode = "pair", .memory = 1}},
    {"attdag",
     {.embedder = "bidir", .pooling = "attdag", .mode = "joint", .match = true, .compare = true}},
    {"precedents", {.embedder = "daglstm", .pooling = "max", .mode = "pair", .precedents = true}},
};

void make_models(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const Shape& shape : kShapes) {
    ModelFile model = fuzz::toy_file(shape.options);
    write_model(folder / shape.name, model, Precision::f16);
  }
  write_model(folder / "f32", fuzz::toy_file(kShapes[0].options), Precision::f32);
  write_model(folder / "bytes", fuzz::toy_file(kShapes[0].options), Precision::bytes);
}

void make_inverted_files(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const LibraryIndex index = fuzz::toy_index(folder / "index");
  for (std::uint32_t lists : {1u, 2u})
    write_inverted_file(folder / (lists == 1 ? "one" : "two"), index, fuzz::kToyVector,
                        [&](std::span<const std::uint16_t* const> vectors, std::uint32_t most) {
                          std::vector<std::uint32_t> list_of;
                          for (std::uint32_t i = 0; i < vectors.size(); ++i)
                            list_of.push_back(i % std::min(lists, most));
                          return list_of;
                        });
  std::filesystem::remove(folder / "index");
}

void make_indexes(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  TermBank bank;
  Problem fof = parse_tptp(fuzz::kToyProblem, bank);
  Problem typed = parse_tptp(
      "tff(c, type, c: $int).\ntff(one, axiom, $less(c, 1)).\nthf(two, axiom, ! [P: $o]: (P => "
      "P)).\n",
      bank);
  write_index(folder / "empty", IndexDraft(), nullptr, nullptr);
  IndexDraft draft;
  draft.add(bank.view(), fof.formulas);
  write_index(folder / "fof", draft, nullptr, nullptr);
  IndexDraft third;
  FeatureReader reader(bank.view());
  for (std::uint32_t i = 0; i < fof.formulas.size(); ++i)
    third.add(fof.formulas[i], reader, 3 * i + 1);
  write_index(folder / "shard", third, nullptr, nullptr, {}, {{.index = 1, .count = 3}, 7});
  const Model model(fuzz::toy_file(fuzz::kToyOptions));
  const Network network(model, {.threads = 1});
  write_index(folder / "encoded", draft, &network, nullptr);
  draft.add(bank.view(), typed.formulas);
  write_index(folder / "typed", draft, nullptr, nullptr);
}

void make_fusion(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  FusionRows rows{std::vector<float>(8 * kFusionFeatures),
                  {0, 1, 0, 1, 1, 0, 0, 1},
                  std::vector<float>(8, 1),
                  {3, 8}};
  for (std::size_t i = 0; i < rows.features.size(); ++i)
    rows.features[i] = static_cast<float>(i * i % 5);
  Fusion fusion{.networks = {}, .history = "seed"};
  fusion[FusionCase::plain] = fit_fusion_network(rows, {.units = 1, .epochs = 1, .seeds = 1});
  std::ofstream(folder / "fitted") << to_json(fusion);
}

void make_checkpoints(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  CheckpointFile file;
  file.settings = {{"--width", "8"}, {"training examples", "0123456789abcdef"}};
  write_checkpoint_file(folder / "begun", file);
  file.position = {.epoch = 3,
                   .example = 20,
                   .loss_sum = 12.5,
                   .items = 40,
                   .correct = 31,
                   .seconds = 2.25,
                   .metrics_bytes = 300,
                   .best = {.epoch = 2, .dev_loss = 0.5, .steps = 9, .dev_recall = {0.5, 1}},
                   .begin_with = "0123456789abcdef"};
  file.steps = 12;
  for (const char* part : {"value/a", "first/a", "second/a", "average/a"})
    file.tensors[part] = {{2, 3}, {1, 2, 3, -4, 0.5, 6}};
  write_checkpoint_file(folder / "running", file);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "make_seeds FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = words[1];
  make_models(folder / "model");
  make_indexes(folder / "index");
  make_inverted_files(folder / "inverted_file");
  make_fusion(folder / "fusion");
  make_checkpoints(folder / "checkpoint");
}
