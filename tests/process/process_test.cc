#include "process/process.h"

#include "process/scratch.h"
#include "tests/process/fake_program.h"
#include "winnow/error.h"

#include <fcntl.h>

#include <csignal>
#include <cstdlib>
#include <set>
#include <thread>

namespace winnow {
namespace {

using Process = FakeProgram;  // after each test: no process, no supervisor, no file is left

TEST_F(Process, CapturesBothOutputsAndTheExitCode) {
  const ProcessResult result = run("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.ending, Ending::exited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error, "err\n");
}

TEST_F(Process, GivesInputArgumentsAndEnvironment) {
  const ProcessResult result = run_process({.arguments = {script("cat; echo $1-$COLOUR"), "a b"},
                                            .environment = {"COLOUR=red"},
                                            .input = "text\n"});
  EXPECT_EQ(result.output, "text\na b-red\n");
}

TEST_F(Process, ReadsInputFromAFileAndNamesAMissingOne) {
  std::ofstream(folder_ / "input") << "from a file";
  const std::string cat = script("cat");
  EXPECT_EQ(run_process({.arguments = {cat}, .input_file = folder_ / "input"}).output,
            "from a file");
  EXPECT_THROW(run_process({.arguments = {cat}, .input_file = folder_ / "none"}), InputError);
}

TEST_F(Process, HasNoInputUnlessOneIsGiven) { EXPECT_EQ(run("cat; echo done").output, "done\n"); }

TEST_F(Process, NeedNotReadItsInput) {
  const ProcessResult result =
      run_process({.arguments = {script("exit 0")}, .input = std::string(10'000'000, 'x')});
  EXPECT_EQ(result.exit_code, 0);
}

TEST_F(Process, ThatHangsIsEndedAtTheLimit) {
  const Stopwatch watch;
  const ProcessResult result = run("sleep 100", {.wall_s = 0.3});
  EXPECT_EQ(result.ending, Ending::wall_limit);
  EXPECT_GE(watch.seconds(), 0.3);
  EXPECT_LT(watch.seconds(), 0.8);
}

TEST_F(Process, ThatIgnoresSigtermIsKilledAfterTheGrace) {
  const Stopwatch watch;
  const ProcessResult result =
      run("trap '' TERM; while :; do sleep 100; done", {.wall_s = 0.2, .grace_s = 0.1});
  EXPECT_EQ(result.ending, Ending::wall_limit);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_LT(watch.seconds(), 0.8);
}

TEST_F(Process, MayTidyUpOnSigterm) {
  const ProcessResult result =
      run("trap 'echo tidy; exit 4' TERM; sleep 100 & wait", {.wall_s = 0.2, .grace_s = 2});
  EXPECT_EQ(result.ending, Ending::wall_limit);
  EXPECT_EQ(result.output, "tidy\n");
  EXPECT_EQ(result.exit_code, 4);
}

TEST_F(Process, ThatIsStoppedIsEnded) {
  EXPECT_EQ(run("kill -STOP $$", {.wall_s = 0.2}).ending, Ending::wall_limit);
}

TEST_F(Process, DiesWithItsGrandchildrenThatHoldThePipe) {
  const Stopwatch watch;
  const ProcessResult result = run("(sleep 100 & sleep 100) & echo ready");
  EXPECT_EQ(result.ending, Ending::exited);
  EXPECT_EQ(result.output, "ready\n");
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(Process, DiesWithItsDaemons) {
  const std::string daemon = script("trap '' TERM HUP; touch $0.up; sleep 100");
  const ProcessResult result =  // two forks, two sessions, no pipes: as far away as can be
      run("setsid sh -c '(setsid " + daemon + " &)' </dev/null >/dev/null 2>&1 &\n" +
          "while ! [ -e " + daemon + ".up ]; do sleep 0.01; done; echo up");
  EXPECT_EQ(result.output, "up\n");
}

TEST_F(Process, DyingBySignalIsReported) {
  const ProcessResult result = run("kill -SEGV $$");
  EXPECT_EQ(result.ending, Ending::signalled);
  EXPECT_EQ(result.signal, SIGSEGV);
}

TEST_F(Process, MaySignalItsOwnGroup) {
  EXPECT_EQ(run("kill -KILL 0").signal, SIGKILL);  // and the supervisor lives to tell
}

TEST_F(Process, ThatFloodsItsOutputIsCutOff) {
  const Stopwatch watch;
  const ProcessResult result =
      run("head -c 1000000000 /dev/zero; sleep 100", {.wall_s = 5, .output_bytes = 1'000'000});
  EXPECT_EQ(result.ending, Ending::output_limit);
  EXPECT_EQ(result.output.size(), 1'000'000u);
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(Process, ThatFloodsItsErrorOutputIsCutOff) {
  const ProcessResult result = run("exec yes >&2", {.wall_s = 5, .output_bytes = 1000});
  EXPECT_EQ(result.ending, Ending::output_limit);
  EXPECT_EQ(result.error.size(), 1000u);
}

TEST_F(Process, MayPrintExactlyTheLimit) {
  const ProcessResult result = run("printf 12345", {.wall_s = 5, .output_bytes = 5});
  EXPECT_EQ(result.ending, Ending::exited);
  EXPECT_EQ(result.output, "12345");
}

TEST_F(Process, ThatClosesItsOutputsIsStillTimed) {
  EXPECT_EQ(run("exec >&- 2>&- <&-; sleep 100", {.wall_s = 0.2}).ending, Ending::wall_limit);
}

TEST_F(Process, CpuTimeOfAllItsProcessesIsLimited) {
  const Stopwatch watch;
  const ProcessResult result =
      run("(while :; do :; done) & (while :; do :; done) & wait", {.wall_s = 10, .cpu_s = 0.15});
  EXPECT_EQ(result.ending, Ending::cpu_limit);
  EXPECT_GE(result.cpu_s, 0.15);
  EXPECT_LT(watch.seconds(), 5);  // the machine may be busy
}

TEST_F(Process, SleepCostsNoCpuTime) {
  EXPECT_LT(run("sleep 0.2", {.wall_s = 5, .cpu_s = 0.15}).cpu_s, 0.1);
}

TEST_F(Process, MemoryIsLimitedByTheKernel) {
  // tail keeps the last line, which is all of it
  const ProcessResult result =
      run("head -c 500000000 /dev/zero | tail | wc -c", {.wall_s = 5, .memory_bytes = 50'000'000});
  EXPECT_EQ(result.output, "0\n");
  EXPECT_FALSE(result.error.empty());
  EXPECT_LT(result.peak_memory_bytes, 60'000'000u);
}

TEST_F(Process, MemoryOfAllItsProcessesIsWatched) {
  const std::string hog = "(head -c 50000000 /dev/zero; sleep 100) | tail & ";
  const ProcessResult result =
      run(hog + hog + "wait", {.wall_s = 5, .memory_bytes = 70'000'000});  // each stays below
  EXPECT_EQ(result.ending, Ending::memory_limit);
}

TEST_F(Process, SharedMemoryCountsAgainstTheLimit) {
  const ProcessResult result =
      run("exec python3 -c 'import mmap, time\n"
          "m = mmap.mmap(-1, 200 << 20, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)\n"
          "for i in range(0, len(m), 4096): m[i] = 1\n"
          "time.sleep(100)'",
          {.wall_s = 60, .memory_bytes = 150 << 20});
  EXPECT_EQ(result.ending, Ending::memory_limit) << result.error;
}

TEST_F(Process, SharedMemoryOfSeveralProcessesCountsOnce) {
  const ProcessResult result =
      run("exec python3 -c 'import mmap, os, time\n"
          "m = mmap.mmap(-1, 60 << 20, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)\n"
          "for i in range(4): os.fork() if i < 2 else None\n"  // four processes
          "for i in range(0, len(m), 4096): m[i] = 1\n"
          "time.sleep(0.5)'",
          {.wall_s = 60, .memory_bytes = 150 << 20});
  EXPECT_EQ(result.ending, Ending::exited) << result.error;
  EXPECT_GE(result.peak_memory_bytes, 60u << 20);
}

TEST_F(Process, FilesInDevShmCountAgainstTheLimit) {
  const std::string file = "/dev/shm/winnow-test-" + std::to_string(getpid());
  const ProcessResult
      result =  // no process maps them, and each is closed before the next is opened
      run("for i in 1 2 3 4 5; do exec 3> " + file +
              "-$i; head -c 40000000 /dev/zero >&3; sleep 1; "
              "exec 3>&-; done; sleep 100",
          {.wall_s = 60, .memory_bytes = 100 << 20});
  for (char i = '1'; i <= '5'; ++i) std::filesystem::remove(file + "-" + i);
  EXPECT_EQ(result.ending, Ending::memory_limit);
}

TEST_F(Process, NumberOfProcessesIsLimited) {
  EXPECT_EQ(run("while :; do sleep 100 & done", {.wall_s = 5, .processes = 20}).ending,
            Ending::process_limit);
}

TEST_F(Process, ScratchFileIsThereWhileItRunsAndAllOfTmpdirGoes) {
  const std::string directory = new_scratch_name();
  const ProcessResult result = run_process(
      {.arguments = {script("cat $1; mkdir -p $TMPDIR/a/b/c $TMPDIR/d; touch $TMPDIR/a/b/c/f "
                            "$TMPDIR/a/b/g $TMPDIR/h; ln -s / $TMPDIR/d/root; chmod 0 $TMPDIR/d"),
                     directory + "/problem.p"},
       .scratch = {.directory = directory, .file = directory + "/problem.p", .text = "fof"}});
  EXPECT_EQ(result.output, "fof");
  EXPECT_EQ(result.error, "");
  EXPECT_FALSE(std::filesystem::exists(directory));
}

TEST_F(Process, ScratchOfAnotherIsNotTouched) {
  const std::string directory = folder_ / "theirs";
  std::filesystem::create_directory(directory);
  const ProcessResult result =
      run_process({.arguments = {script("exit 0")},
                   .scratch = {.directory = directory, .file = directory + "/p", .text = ""}});
  EXPECT_EQ(result.ending, Ending::not_started);
  EXPECT_EQ(result.error_number, EEXIST);
  EXPECT_TRUE(std::filesystem::exists(directory));
}

TEST_F(Process, MissingProgramIsAnInputErrorWithAHint) {
  try {
    run_process({.arguments = {"no-such-prover"}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "there is no program 'no-such-prover' in PATH");
    EXPECT_NE(error.hint(), "");
  }
  EXPECT_THROW(run_process({.arguments = {folder_}}), InputError);  // a directory
}

TEST_F(Process, ThatCannotBeExecutedSaysWhy) {
  const std::string path = script("");
  std::ofstream(path) << "\x7f"
                         "ELF, but not really";
  const ProcessResult result = run_process({.arguments = {path}});
  EXPECT_EQ(result.ending, Ending::not_started);
  EXPECT_EQ(result.error_number, ENOEXEC);
}

TEST_F(Process, InheritsNoDescriptorsAndNoBlockedSignals) {
  const int leaked = fcntl(2, F_DUPFD, 100);  // without O_CLOEXEC
  const ProcessResult result =
      run("for fd in /proc/self/fd/*; do echo ${fd##*/}; done; grep SigBlk /proc/self/status");
  close(leaked);
  EXPECT_EQ(result.output.find("\n" + std::to_string(leaked) + "\n"), std::string::npos);
  EXPECT_NE(result.output.find("SigBlk:\t0000000000000000"), std::string::npos);
}

TEST_F(Process, SeveralRunAtOnceAndTheFirstEndsTheRest) {
  const Stopwatch watch;
  ProcessGroup group;
  group.start({.arguments = {script("trap '' TERM; while :; do sleep 100; done")}});
  group.start({.arguments = {script("sleep 0.1; echo Theorem")}});
  group.start({.arguments = {script("sleep 100")}});
  const auto first = group.wait();
  EXPECT_EQ(first->number, 1u);
  EXPECT_EQ(first->result.output, "Theorem\n");
  group.end_all();
  std::set<std::size_t> rest;
  while (const auto finished = group.wait()) {
    EXPECT_EQ(finished->result.ending, Ending::cancelled);
    rest.insert(finished->number);
  }
  EXPECT_EQ(rest, (std::set<std::size_t>{0, 2}));
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(Process, OneOfSeveralCanBeCancelled) {
  ProcessGroup group;
  const std::size_t one = group.start({.arguments = {script("sleep 100")}});
  group.start({.arguments = {script("sleep 0.2")}});
  group.cancel(one);
  EXPECT_EQ(group.wait()->number, one);
  EXPECT_EQ(group.wait()->result.ending, Ending::exited);
}

TEST_F(Process, GroupThatGoesTakesAllWithIt) {
  ProcessGroup group;
  group.start({.arguments = {script("trap '' TERM; while :; do sleep 100; done")}});
  EXPECT_TRUE(soon([&] { return processes_left() > 0; }));
}

TEST_F(Process, ThreadsRunTheirOwn) {
  const std::string path = script("echo $1; sleep 0.05");
  std::vector<std::string> outputs(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    threads.emplace_back([&, i] {
      outputs[i] = run_process({.arguments = {path, std::to_string(i)}}).output;
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

TEST_F(Process, InterruptEndsAllAtOnce) {
  const Stopwatch watch;
  Cancellation interrupt;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    interrupt.request();
  });
  const ProcessResult result =
      run_process({.arguments = {script("trap '' TERM; while :; do sleep 100; done")},
                   .limits = {.grace_s = 50}},
                  &interrupt);
  user.join();
  EXPECT_EQ(result.ending, Ending::cancelled);
  EXPECT_LT(watch.seconds(), 0.8);
}

TEST_F(Process, SigintRequestsTheInterrupt) {
  Cancellation interrupt;
  const SignalInterrupt on_signal(interrupt);
  raise(SIGINT);
  EXPECT_TRUE(interrupt.requested());
  EXPECT_EQ(on_signal.signal(), SIGINT);
  EXPECT_EQ(run_process({.arguments = {script("sleep 100")}}, &interrupt).ending,
            Ending::cancelled);
}

// What follows stands for provers that go wild. They have a child of their own that ignores what it
// can, and has no death signal (a fork clears it). How soon they are gone depends on how busy the
// machine is; that they are is checked after each test.
constexpr const char* kStray = "(trap '' TERM HUP INT; sleep 100; sleep 100) & ";

TEST_F(Process, ThatStopsItsSupervisorIsStillTimed) {
  const Stopwatch watch;
  const ProcessResult result =
      run(std::string(kStray) + "kill -STOP $PPID; sleep 100", {.wall_s = 0.3});
  EXPECT_EQ(result.ending, Ending::wall_limit);
  EXPECT_LT(watch.seconds(), 20);
}

TEST_F(Process, ThatKeepsStoppingItsSupervisorIsEnded) {
  const Stopwatch watch;
  const ProcessResult result =
      run(std::string(kStray) + "while :; do kill -STOP $PPID; done", {.wall_s = 0.5});
  EXPECT_TRUE(result.ending == Ending::wall_limit || result.ending == Ending::lost);
  EXPECT_LT(watch.seconds(), 20);
}

TEST_F(Process, ThatStopsItsSupervisorCanBeInterrupted) {
  const Stopwatch watch;
  Cancellation interrupt;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    interrupt.request();
  });
  const ProcessResult result = run_process(  // no limit at all: only the interrupt ends it
      {.arguments = {script("while :; do kill -STOP $PPID; sleep 0.1; done")}}, &interrupt);
  user.join();
  EXPECT_EQ(result.ending, Ending::cancelled);
  EXPECT_LT(watch.seconds(), 20);
}

TEST_F(Process, ThatKillsItsSupervisorIsLostAndLeavesNothing) {
  const std::string directory = new_scratch_name();
  const ProcessResult result =
      run_process({.arguments = {script(std::string(kStray) + "kill -KILL $PPID; sleep 100")},
                   .scratch = {.directory = directory, .file = directory + "/p", .text = "x"}});
  EXPECT_EQ(result.ending, Ending::lost);
  EXPECT_EQ(processes_left(), 0);
  EXPECT_FALSE(std::filesystem::exists(directory));
}

TEST_F(Process, ThatClearsItsDeathSignalAndKillsItsSupervisorLeavesNothing) {
  const ProcessResult result =
      run("exec setpriv --pdeathsig clear sh -c 'kill -KILL $PPID; "
          "trap \"\" TERM; sleep 100; sleep 100'");
  EXPECT_EQ(result.ending, Ending::lost);
  EXPECT_EQ(processes_left(), 0);
}

// The supervisor's parent is the guard.
constexpr const char* kGuard = "guard=$(cut -d' ' -f4 /proc/$PPID/stat); ";

TEST_F(Process, ThatStopsTheGuardIsStillTimed) {
  const Stopwatch watch;
  const ProcessResult result =
      run(std::string(kStray) + kGuard + "kill -STOP $guard $PPID; sleep 100", {.wall_s = 0.3});
  EXPECT_EQ(result.ending, Ending::wall_limit);
  EXPECT_LT(watch.seconds(), 20);
}

TEST_F(Process, ThatKillsTheGuardAndStopsItsSupervisorLeavesNothing) {
  const ProcessResult result =
      run(std::string(kStray) + kGuard + "kill -STOP $PPID; kill -KILL $guard; sleep 100");
  EXPECT_EQ(result.ending, Ending::lost);
  EXPECT_EQ(processes_left(), 0);
}

TEST_F(Process, ThatKillsTheGuardAndItsSupervisorLeavesNothing) {
  const std::string directory = new_scratch_name();
  const ProcessResult result = run_process(
      {.arguments = {script(std::string(kStray) + kGuard +
                            "exec setpriv --pdeathsig clear sh -c \"kill -KILL $guard $PPID; "
                            "trap '' TERM; sleep 100; sleep 100\"")},
       .scratch = {.directory = directory, .file = directory + "/p", .text = "x"}});
  EXPECT_EQ(result.ending, Ending::lost);
  EXPECT_EQ(processes_left(), 0);
  EXPECT_FALSE(std::filesystem::exists(directory));
}

TEST_F(Process, NestedScratchDirectoriesDoNotDelayTheResult) {
  const std::string directory = new_scratch_name();
  const ProcessResult result =
      run_process({.arguments = {script("cd $TMPDIR; i=0; while [ $i -lt 3000 ]; do mkdir d; cd d; "
                                        "i=$((i+1)); done; echo made")},
                   .scratch = {.directory = directory, .file = directory + "/p", .text = "x"}});
  EXPECT_EQ(result.output, "made\n");
  EXPECT_TRUE(soon([&] { return !std::filesystem::exists(directory); }, 60));
}

// The program itself is killed: what it started goes all the same, and so does its scratch.
TEST_F(Process, SigkillOfWinnowLeavesNothing) {
  const std::string path = script(
      "setsid sh -c 'trap \"\" TERM HUP; touch $1; sleep 100' sh $1/up & "
      "trap '' TERM; while :; do sleep 100; done");
  const std::string directory = new_scratch_name(), other = new_scratch_name();
  const pid_t winnow = fork();
  if (winnow == 0) {
    ProcessGroup group;
    for (const std::string& scratch : {directory, other})
      group.start({.arguments = {path, scratch},
                   .scratch = {.directory = scratch, .file = scratch + "/p", .text = "x"}});
    group.wait();
    _exit(0);
  }
  EXPECT_TRUE(soon([&] {
    return std::filesystem::exists(directory + "/up") && std::filesystem::exists(other + "/up");
  }));
  EXPECT_GE(processes_left(), 4);
  kill(winnow, SIGKILL);
  waitpid(winnow, nullptr, 0);
  EXPECT_TRUE(soon([&] { return processes_left() == 0; }));
  EXPECT_TRUE(soon([&] { return std::filesystem::is_empty(folder_ / "tmp"); }));
}

}  // namespace
}  // namespace winnow
