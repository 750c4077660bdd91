// prover/known_provers.cc - the provers that winnow knows, with what is there of them.
#include "prover/choice.h"
#include "prover/profile.h"
#include "winnow/prove.h"

#include <utility>

namespace winnow {

std::vector<ProverInfo> known_provers() {
  std::vector<ProverInfo> provers;
  for (const ProverProfile& profile : prover_profiles()) {
    ProverInfo info{.name = std::string(profile.name),
                    .title = std::string(profile.title),
                    .program = find_prover(profile),
                    .version = {},
                    .languages = to_string(profile.reads),
                    .strategies = {},
                    .source = std::string(profile.source)};
    for (const Strategy& strategy : profile.strategies) info.strategies.emplace_back(strategy.name);
    if (!info.program.empty() && !profile.version_flag.empty())
      info.version = version_of(info.program, std::string(profile.version_flag));
    provers.push_back(std::move(info));
  }
  return provers;
}

}  // namespace winnow
