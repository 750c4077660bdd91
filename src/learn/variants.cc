#include "learn/variants.h"

#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

std::string Variant::name() const {
  bool down = embedder == "daglstm" && direction == "down";
  return embedder + (down ? "-down" : "") + "+" + pooling;
}

ModelOptions Variant::apply(ModelOptions options) const {
  options.embedder = embedder;
  options.direction = direction;
  options.pooling = pooling;
  return options;
}

std::vector<Variant> variants(const std::string& grid, const std::string& direction) {
  if (grid == "four")
    return {{"mpnn", "up", "max"},
            {"gcn", "up", "max"},
            {"daglstm", direction, "dag"},
            {"bidir", "up", "attdag"}};
  std::vector<Variant> result;
  if (grid == "paper") {
    for (const char* embedder : {"mpnn", "gcn"})
      for (const char* pooling : {"max", "dag", "attdag"})
        result.push_back({embedder, "up", pooling});
    for (const char* way : {"down", "up"})
      for (const char* pooling : {"dag", "attdag"}) result.push_back({"daglstm", way, pooling});
    for (const char* pooling : {"dag", "attdag"}) result.push_back({"bidir", "up", pooling});
    return result;
  }
  if (grid != "all")
    throw InputError(fmt::format("--grid cannot be '{}'", grid), "choose one of: all, paper, four");
  for (const char* embedder : {"mpnn", "gcn", "daglstm", "bidir"})
    for (const char* way : {"up", "down"}) {
      if (std::string_view(way) == "down" && std::string_view(embedder) != "daglstm") continue;
      for (const char* pooling : {"max", "dag", "attdag"})
        result.push_back({embedder, way, pooling});
    }
  return result;
}

std::optional<PaperFigures> paper_figures(const Variant& variant) {
  struct Known {
    std::string_view variant;
    PaperFigures figures;
  };
  static constexpr Known kKnown[] = {
      {"mpnn+max", {76.9, 90.5}},         {"mpnn+dag", {77.4, 91.3}},
      {"mpnn+attdag", {79.7, 91.3}},      {"gcn+max", {74.7, 89.0}},
      {"gcn+dag", {77.3, 90.9}},          {"gcn+attdag", {79.8, 90.8}},
      {"daglstm-down+dag", {78.4, 91.4}}, {"daglstm-down+attdag", {80.7, 91.5}},
      {"bidir+dag", {78.1, 91.4}},        {"bidir+attdag", {81.0, 91.4}}};
  for (const Known& known : kKnown)
    if (known.variant == variant.name()) return known.figures;
  return std::nullopt;
}

}  // namespace winnow
