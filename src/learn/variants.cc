#include "learn/variants.h"

#include "model/config.h"
#include "term/nearest.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

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

namespace {

std::vector<Variant> every_variant() {
  std::vector<Variant> result;
  for (const NamedValue<Embedder>& embedder : kEmbedders)
    for (const char* way : {"up", "down"}) {
      if (std::string_view(way) == "down" && embedder.value != Embedder::daglstm) continue;
      for (const NamedValue<Pooling>& pooling : kPoolings)
        result.push_back({std::string(embedder.name), way, std::string(pooling.name)});
    }
  return result;
}

// "gcn+max,bidir+attdag"
std::vector<Variant> variants_called(const std::string& names) {
  const std::vector<Variant> all = every_variant();
  std::vector<std::string> known = {"all", "paper", "four"};
  for (const Variant& each : all) known.push_back(each.name());
  std::vector<Variant> result;
  std::istringstream parts(names);
  for (std::string name; std::getline(parts, name, ',') || result.empty();) {
    const auto found =
        std::ranges::find_if(all, [&](const Variant& v) { return v.name() == name; });
    if (found == all.end())
      throw CodedError(
          ErrorCode::option_value, {"grid", name}, fmt::format("grid cannot be '{}'", name),
          hint_with_nearest(name, std::vector<std::string_view>(known.begin(), known.end()),
                            "choose all, paper, four, or variants such as bidir+attdag"));
    if (std::ranges::none_of(result, [&](const Variant& v) { return v.name() == name; }))
      result.push_back(*found);
  }
  return result;
}

}  // namespace

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
  return grid == "all" ? every_variant() : variants_called(grid);
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
