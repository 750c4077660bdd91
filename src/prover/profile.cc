#include "prover/profile.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace winnow {
namespace {

// E's --auto-schedule divides its time, in whole seconds, among strategies, and selects premises by
// itself (SInE), --satauto-schedule does not.
constexpr std::string_view kEPrograms[] = {"eprover", "eprover-ho"};
constexpr Strategy kEStrategies[] = {
    {"auto-schedule", "--auto-schedule"},
    {"auto", "--auto"},
    {"plain", "--satauto-schedule"},
    // The goal's own symbols weigh little, and clauses that come from the goal go first.
    {"goal",
     "--definitional-cnf=24 --simul-paramod --forward-context-sr --destructive-er "
     "--destructive-er-aggressive --prefer-initial-clauses -tKBO6 -winvfreqrank -c1 -Ginvfreq -F1 "
     "-WSelectMaxLComplexAvoidPosPred "
     "'-H(4*ConjectureRelativeSymbolWeight(SimulateSOS,0.1,100,100,100,100,1.5,1.5,1.5),"
     "3*ConjectureRelativeSymbolWeight(PreferNonGoals,0.1,100,100,100,100,1.5,1.5,1.5),"
     "1*Clauseweight(PreferProcessed,1,1,1),1*FIFOWeight(PreferProcessed))'"},
    {"unit",
     "--definitional-cnf=24 --simul-paramod --forward-context-sr --destructive-er "
     "--destructive-er-aggressive --prefer-initial-clauses -tKBO6 -winvfreqrank -c1 -Ginvfreq -F1 "
     "-WSelectComplexExceptUniqMaxHorn "
     "'-H(2*ConjectureRelativeSymbolWeight(ConstPrio,0.5,100,100,100,100,1.5,1.5,1),"
     "3*Refinedweight(PreferUnits,2,1,1.5,1.1,1.1),1*Refinedweight(SimulateSOS,3,2,2,1.5,2),"
     "1*FIFOWeight(PreferProcessed))'"},
    {"lpo",
     "--definitional-cnf=24 --split-clauses=4 --split-reuse-defs --simul-paramod "
     "--forward-context-sr --destructive-er --destructive-er-aggressive --prefer-initial-clauses "
     "-tLPO4 -Ginvfreqconjmax -F1 -WSelectNewComplexAHP "
     "'-H(8*ConjectureRelativeSymbolWeight(PreferGoals,0.1,100,100,100,100,1.5,1.5,1),"
     "2*Clauseweight(ByCreationDate,2,1,0.8),1*FIFOWeight(PreferProcessed))'"},
    // Terms that begin as terms of the goal do, one of the evolved heuristics of E's own schedules.
    {"prefix",
     "--definitional-cnf=24 --simul-paramod --forward-context-sr --destructive-er "
     "--destructive-er-aggressive --prefer-initial-clauses -tKBO6 -winvfreqrank -c1 -Ginvfreq -F1 "
     "-WSelectMaxLComplexAvoidPosPred "
     "'-H(1*ConjectureTermPrefixWeight(DeferSOS,1,3,0.1,5,0,0.1,1,4),"
     "1*ConjectureTermPrefixWeight(DeferSOS,1,3,0.5,100,0,0.2,0.2,4),"
     "1*Refinedweight(ConstPrio,4,300,4,4,0.7),"
     "1*RelevanceLevelWeight2(PreferProcessed,0,1,2,1,1,1,200,200,2.5,9999.9,9999.9),"
     "1*StaggeredWeight(SimulateSOS,1),1*SymbolTypeweight(DeferSOS,18,7,-2,5,9999.9,2,1.5),"
     "2*Clauseweight(ConstPrio,20,9999,4),"
     "2*ConjectureSymbolWeight(SimulateSOS,9999,20,50,-1,50,3,3,0.5),2*StaggeredWeight(DeferSOS,2))"
     "'"},
    // Almost nothing but the goal's symbols.
    {"horn",
     "--definitional-cnf=24 --simul-paramod --forward-context-sr --destructive-er "
     "--destructive-er-aggressive --prefer-initial-clauses -tLPO4 -Garity -F1 "
     "-WPSelectComplexExceptUniqMaxHorn "
     "'-H(10*ConjectureRelativeSymbolWeight(ConstPrio,0.1,100,100,100,100,1.5,1.5,1.5),"
     "1*FIFOWeight(ConstPrio))'"},
};

constexpr std::string_view kCvc5Programs[] = {"cvc5"};
constexpr Strategy kCvc5Strategies[] = {
    {"default", ""},
    {"enum", "--enum-inst"},
    {"enum-only", "--no-e-matching --enum-inst"},
    {"interleave", "--enum-inst-interleave --enum-inst"},
    {"relevant", "--relevant-triggers --enum-inst"},
    {"max", "--trigger-sel=max --enum-inst"},
    {"multi", "--multi-trigger-when-single --multi-trigger-priority --enum-inst"},
    {"no-conflict", "--no-cbqi --enum-inst"},
    {"skolem", "--pre-skolem-quant=agg --enum-inst"},
    {"prenex", "--prenex-quant=norm --miniscope-quant=agg --enum-inst"},
    {"internal", "--decision=internal --enum-inst"},
    {"models", "--finite-model-find"},  // refutes
};

constexpr std::string_view kCvc5Complete[] = {"--lang",
                                              "-L",
                                              "--dump-unsat-cores",
                                              "--produce-unsat-cores",
                                              "--tlimit",
                                              "--tlimit-per",
                                              "--rlimit",
                                              "--seed",
                                              "-q",
                                              "--enum-inst",
                                              "--no-e-matching",
                                              "--enum-inst-interleave",
                                              "--relevant-triggers",
                                              "--trigger-sel",
                                              "--multi-trigger-when-single",
                                              "--multi-trigger-priority",
                                              "--no-cbqi",
                                              "--finite-model-find"};

constexpr std::string_view kSpassPrograms[] = {"SPASS"};
constexpr Strategy kSpassStrategies[] = {
    {"default", ""},
    {"sos", "-SOS"},
};
constexpr std::string_view kSpassComplete[] = {"-TPTP",     "-Stdin",     "-DocProof", "-PGiven",
                                               "-PProblem", "-TimeLimit", "-Memory"};
constexpr std::string_view kVampirePrograms[] = {"vampire"};
constexpr Strategy kVampireStrategies[] = {
    {"casc", "--mode casc"},
    {"default", ""},
};
constexpr std::string_view kZipperpositionPrograms[] = {"zipperposition"};
constexpr Strategy kZipperpositionStrategies[] = {
    {"default", "--mode best"},
};
constexpr std::string_view kIproverPrograms[] = {"iproveropt", "iprover"};
constexpr Strategy kIproverStrategies[] = {
    {"default", ""},
};
constexpr std::string_view kZ3Programs[] = {"z3_tptp5", "z3_tptp"};
constexpr Strategy kZ3Strategies[] = {
    {"default", ""},
};

constexpr std::string_view kZ3Complete[] = {"-core", "-t"};

constexpr ProverProfile kProfiles[] = {
    {.name = "e",
     .title = "E",
     .programs = kEPrograms,
     .prefix = "eprover",
     .version_flag = "--version",
     .source = "apt-get install eprover",
     .strategies = kEStrategies,
     .call = "--cpu-limit={time} --memory-limit={memory} --proof-object -s",
     .reads = {.fof = true, .tf0 = true},
     .used_axioms = UsedAxioms::derivation,
     .free_numbers = "--free-numbers",
     .distinct_objects = true,
     .of_negation = true,
     .mixes_up_types = true},
    {.name = "cvc5",
     .title = "cvc5",
     .programs = kCvc5Programs,
     .prefix = "cvc5",
     .version_flag = "--version",
     .source = "apt-get install cvc5",
     .strategies = kCvc5Strategies,
     .call = "--lang=tptp --dump-unsat-cores {file}",
     .reads = {.fof = true, .tf0 = true, .th0 = true, .arithmetic = true},
     .used_axioms = UsedAxioms::core,
     .refutes_arithmetic = true,
     .distinct_objects = true,
     .of_negation = true,
     .smt_words = true,
     .complete_with = kCvc5Complete},
    {.name = "spass",
     .title = "SPASS",
     .programs = kSpassPrograms,
     .prefix = "spass",
     .source = "apt-get install spass",
     .strategies = kSpassStrategies,
     .call = "-TPTP -DocProof -PGiven=0 -PProblem=0 -TimeLimit={time} {file}",
     .reads = {.fof = true},
     .used_axioms = UsedAxioms::listed,
     .of_negation = true,
     .complete_with = kSpassComplete},
    {.name = "vampire",
     .title = "Vampire",
     .programs = kVampirePrograms,
     .prefix = "vampire",
     .version_flag = "--version",
     .source = "https://vprover.github.io",
     .strategies = kVampireStrategies,
     .call =
         "--proof tptp --output_axiom_names on --time_limit {time}s --memory_limit {memory} {file}",
     .reads = {.fof = true,
               .tf0 = true,
               .tf1 = true,
               .th0 = true,
               .th1 = true,
               .arithmetic = true,
               .rationals = true},
     .used_axioms = UsedAxioms::derivation,
     .distinct_objects = true,
     .of_negation = true},
    {.name = "zipperposition",
     .title = "Zipperposition",
     .programs = kZipperpositionPrograms,
     .prefix = "zipperposition",
     .version_flag = "--version",
     .source = "https://github.com/sneeuwballen/zipperposition",
     .strategies = kZipperpositionStrategies,
     .call = "--input tptp --output tptp --timeout {time} --mem-limit {memory} {file}",
     .reads = {.fof = true, .tf0 = true, .tf1 = true, .th0 = true, .th1 = true},
     .used_axioms = UsedAxioms::derivation},
    {.name = "iprover",
     .title = "iProver",
     .programs = kIproverPrograms,
     .prefix = "iprover",
     .version_flag = "--version",
     .source = "https://gitlab.com/korovin/iprover",
     .strategies = kIproverStrategies,
     .call = "--proof_out true --time_out_real {time} {file}",
     .reads = {.fof = true, .tf0 = true},
     .used_axioms = UsedAxioms::derivation},
    {.name = "z3",
     .title = "Z3 for TPTP",
     .programs = kZ3Programs,
     .prefix = "z3",
     .source = "https://github.com/Z3Prover/z3, examples/tptp",
     .strategies = kZ3Strategies,
     .call = "-core -t:{time} {file}",
     .reads = {.fof = true, .tf0 = true, .arithmetic = true},
     .used_axioms = UsedAxioms::nowhere,
     .of_negation = true,
     .smt_words = true,
     .complete_with = kZ3Complete},
};
static_assert(std::ranges::all_of(kProfiles, [](const ProverProfile& profile) {
  return !profile.prefix.empty() &&
         std::ranges::none_of(profile.prefix, [](char c) { return c >= 'A' && c <= 'Z'; });
}));
constexpr ProverProfile kUnknown = {};

}  // namespace

std::span<const ProverProfile> prover_profiles() { return kProfiles; }

std::string command_template(std::string_view program, const ProverProfile& profile,
                             const Strategy& strategy) {
  return fmt::format("{}{}{} {}", program, strategy.arguments.empty() ? "" : " ",
                     strategy.arguments, profile.call);
}

std::string program_of(const ProverCommand& command) {
  require(!command.words.empty(), "a prover command without words");
  return command.words.front().substr(command.words.front().rfind('/') + 1);
}

bool lists_the_goal(const ProverCommand& command) {
  const UsedAxioms how = profile_of(command).used_axioms;
  return how == UsedAxioms::core || how == UsedAxioms::listed;
}

std::string_view doubted_option(const ProverCommand& command) {
  const std::span<const std::string_view> known = profile_of(command).complete_with;
  if (known.empty()) return {};
  for (const std::string_view word : std::span(command.words).subspan(1)) {
    const std::string_view option = word.substr(0, word.find_first_of("=:"));
    if (option.starts_with('-') && std::ranges::find(known, option) == known.end()) return word;
  }
  return {};
}

const ProverProfile& profile_of(const ProverCommand& command) {
  std::string name = program_of(command);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const ProverProfile& profile : kProfiles)
    if (name.starts_with(profile.prefix)) return profile;
  return kUnknown;
}

const ProverProfile* find_profile(std::string_view name) {
  for (const ProverProfile& profile : kProfiles)
    if (profile.name == name) return &profile;
  return nullptr;
}

}  // namespace winnow
