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
    for (const char* pooling : {"dag", "attdag"}) result.push_back({"daglstm", direction, pooling});
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

}  // namespace winnow
