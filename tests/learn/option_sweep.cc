// The learning commands with every option at absurd values. The data are not there: what is tried
// here ends before any training.
#include "app/learn/commands.h"
#include "tests/app/sweep.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

void add_learn(CLI::App& app) {
  add_train_command(app);
  add_ablate_command(app);
  add_attach_examples_command(app);
}

TEST(LearnSweep, NoValueOfAnyOptionIsMoreThanAMistake) {
  Scratch scratch;
  scratch.write("binary", std::string("\x7f"
                                      "ELF\0\xff\xfe\n\0\1\2",
                                      12));
  const std::map<std::string, CommandBase> bases = {
      {"train", {{"--data", "none.store"}, {"--out", "o{n}"}}},
      {"ablate", {{"--data", "none.store"}, {"--out", "o{n}"}}},
      {"attach-examples",
       {{"--model", "none.safetensors"}, {"--data", "none.store"}, {"--output", "o{n}"}}},
  };
  CLI::App app("winnow");
  add_learn(app);
  Sweep sweep(scratch, add_learn);
  for (const auto& [name, command] : leaf_commands(app)) {
    ASSERT_TRUE(bases.contains(name)) << "tell here how '" << name << "' is used";
    sweep.each(*command, split_words(name), bases.at(name), absurd_values(),
               [&](const Swept& swept) {
                 EXPECT_EQ(fault_of(swept, {1, 2}), "") << swept.line() << "\n"
                                                        << swept.ran.err.substr(0, 1000);
               });
  }
  EXPECT_GT(sweep.runs(), 500);
}

}  // namespace
}  // namespace winnow
