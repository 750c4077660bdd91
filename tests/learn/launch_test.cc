#include "learn/launch.h"

#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace winnow {
namespace {

using testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Launch launch(const Variables& variables) {
  return read_launch([&](const std::string& name) {
    auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  });
}

std::string refusal(const Variables& variables) {
  try {
    launch(variables);
  } catch (const InputError& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "";
}

const Variables kOpenMpi = {{"OMPI_COMM_WORLD_RANK", "2"},
                            {"OMPI_COMM_WORLD_SIZE", "3"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "3"},
                            {"PMIX_NAMESPACE", "1234567"}};
const Variables kSlurm = {{"SLURM_PROCID", "5"},
                          {"SLURM_STEP_NUM_TASKS", "8"},
                          {"SLURM_STEP_ID", "0"},
                          {"SLURM_STEP_NODELIST", "node[03-07,12],gpu1"},
                          {"SLURM_JOB_ID", "4711"}};

TEST(Launch, WithoutALauncherThereIsOneProcess) {
  EXPECT_EQ(launch({}), Launch());
  EXPECT_EQ(launch({{"RANK", "0"}, {"WORLD_SIZE", "1"}}), Launch());
}

TEST(Launch, RanksByHandComeFirst) {
  Variables all = kOpenMpi;
  all.insert(kSlurm.begin(), kSlurm.end());
  all.insert(
      {{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "host"}, {"MASTER_PORT", "2950"}});
  Launch read = launch(all);
  EXPECT_EQ(read.rank, 1u);
  EXPECT_EQ(read.size, 2u);
  EXPECT_EQ(read.master, "host");
  EXPECT_EQ(read.port, 2950);
  EXPECT_FALSE(read.agent_serves);
}

TEST(Launch, TorchrunServesItselfAndCountsRestarts) {
  Variables torchrun = {{"RANK", "0"},
                        {"WORLD_SIZE", "2"},
                        {"MASTER_ADDR", "host"},
                        {"MASTER_PORT", "29500"},
                        {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                        {"TORCHELASTIC_RESTART_COUNT", "0"}};
  Launch first = launch(torchrun);
  EXPECT_TRUE(first.agent_serves);
  torchrun["TORCHELASTIC_RESTART_COUNT"] = "1";
  EXPECT_NE(launch(torchrun).start, first.start);
}

TEST(Launch, OpenMpiOnOneMachineMeetsOnLoopback) {
  Variables all = kOpenMpi;
  all.insert(kSlurm.begin(), kSlurm.end());  // mpirun within a job
  Launch read = launch(all);
  EXPECT_EQ(read.rank, 2u);
  EXPECT_EQ(read.size, 3u);
  EXPECT_EQ(read.master, "127.0.0.1");
  EXPECT_GE(read.port, 15000);
  EXPECT_LT(read.port, 31000);
  EXPECT_EQ(launch(all), read);
  all["PMIX_NAMESPACE"] = "1234568";
  EXPECT_NE(launch(all).port, read.port);
}

TEST(Launch, OpenMpiOnSeveralMachinesAsksWhereRank0Is) {
  Variables several = kOpenMpi;
  several["OMPI_COMM_WORLD_LOCAL_SIZE"] = "2";
  EXPECT_THAT(refusal(several), HasSubstr("mpirun -x MASTER_ADDR"));
  several["MASTER_ADDR"] = "first";
  EXPECT_EQ(launch(several).master, "first");
  several.erase("MASTER_ADDR");
  several["SLURM_JOB_NODELIST"] = "n[1-2]";
  EXPECT_EQ(launch(several).master, "n1");
}

TEST(Launch, SlurmMeetsAtTheFirstHostOfTheStep) {
  Launch read = launch(kSlurm);
  EXPECT_EQ(read.rank, 5u);
  EXPECT_EQ(read.size, 8u);
  EXPECT_EQ(read.master, "node03");
  Variables next = kSlurm;
  next["SLURM_STEP_ID"] = "1";  // another srun of the same job may run beside it
  EXPECT_NE(launch(next).port, read.port);
}

TEST(Launch, ABatchScriptIsOneProcess) {
  EXPECT_EQ(launch({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "4711"}}),
            Launch());
}

TEST(Launch, SaysWhichVariableIsWrong) {
  EXPECT_THAT(refusal({{"RANK", "x"}, {"WORLD_SIZE", "2"}}), HasSubstr("RANK 'x'"));
  EXPECT_THAT(refusal({{"RANK", "2"}, {"WORLD_SIZE", "2"}}), HasSubstr("up to 1"));
  EXPECT_THAT(refusal({{"RANK", "0"}, {"WORLD_SIZE", "0"}}), HasSubstr("WORLD_SIZE 0"));
  EXPECT_THAT(refusal({{"RANK", "0"}, {"WORLD_SIZE", "2"}}), HasSubstr("MASTER_ADDR"));
  EXPECT_THAT(
      refusal({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "h"}, {"MASTER_PORT", "99999"}}),
      HasSubstr("MASTER_PORT '99999'"));
}

TEST(Launch, ReadsTheFirstHostOfAnyList) {
  EXPECT_EQ(first_host("one"), "one");
  EXPECT_EQ(first_host("a,b"), "a");
  EXPECT_EQ(first_host("n[007]"), "n007");
  EXPECT_EQ(first_host("n[3,5-6].local,other"), "n3.local");
  EXPECT_EQ(first_host("r[1-2]n[5-8]"), "r1n5");
  EXPECT_EQ(first_host(""), "");
}

}  // namespace
}  // namespace winnow
