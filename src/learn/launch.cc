#include "learn/launch.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

namespace winnow {

namespace {

// Ports that are derived from a job: above those of services, below those that the system gives
// to outgoing connections.
constexpr std::uint64_t kFirstPort = 15000, kPorts = 16000;

constexpr const char* kByHand = "RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT say it";

class Reader {
 public:
  explicit Reader(const Environment& environment) : environment_(environment) {}

  std::string text(const std::string& name) const { return environment_(name); }
  bool has(const std::string& name) const { return !text(name).empty(); }

  std::uint32_t number(const std::string& name, std::uint32_t most) const {
    std::string value = text(name);
    std::uint32_t result = 0;
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    if (value.empty() || error != std::errc() || end != value.data() + value.size() ||
        result > most)
      throw InputError(fmt::format("the environment has {} '{}'", name, value),
                       fmt::format("it is a whole number up to {}", most));
    return result;
  }

  // Rank and size by these variables.
  Launch processes(const std::string& rank, const std::string& size) const {
    Launch launch;
    launch.size = number(size, 1 << 16);
    if (launch.size == 0)
      throw InputError(fmt::format("the environment has {} 0", size), "it is 1 or more");
    launch.rank = number(rank, launch.size - 1);
    return launch;
  }

 private:
  const Environment& environment_;
};

std::uint16_t port_of_job(std::string_view job) {
  return static_cast<std::uint16_t>(kFirstPort + hash_text(job) % kPorts);
}

// MASTER_ADDR and MASTER_PORT come before what a job implies.
void meet_at(const Reader& read, const std::string& host, const std::string& job, Launch& launch) {
  launch.master = read.has("MASTER_ADDR") ? read.text("MASTER_ADDR") : host;
  launch.port = read.has("MASTER_PORT")
                    ? static_cast<std::uint16_t>(read.number("MASTER_PORT", 65535))
                    : port_of_job(job);
  launch.start = job;
}

Launch by_hand(const Reader& read) {
  Launch launch = read.processes("RANK", "WORLD_SIZE");
  if (launch.size == 1) return {};
  if (!read.has("MASTER_ADDR") || !read.has("MASTER_PORT"))
    throw InputError(
        fmt::format("the environment has WORLD_SIZE {}, but not where rank 0 is", launch.size),
        kByHand);
  launch.agent_serves = read.text("TORCHELASTIC_USE_AGENT_STORE") == "True";
  meet_at(read, "",
          read.text("TORCHELASTIC_RUN_ID") + "." + read.text("TORCHELASTIC_RESTART_COUNT"), launch);
  return launch;
}

Launch by_open_mpi(const Reader& read) {
  Launch launch = read.processes("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE");
  if (launch.size == 1) return {};
  std::string host;
  if (read.text("OMPI_COMM_WORLD_LOCAL_SIZE") == read.text("OMPI_COMM_WORLD_SIZE"))
    host = "127.0.0.1";
  else if (read.has("SLURM_JOB_NODELIST"))
    host = first_host(read.text("SLURM_JOB_NODELIST"));
  else if (!read.has("MASTER_ADDR"))
    throw InputError("Open MPI does not say on which host rank 0 runs",
                     "tell all: mpirun -x MASTER_ADDR=FIRST_HOST ...");
  std::string job = read.text("PMIX_NAMESPACE");
  meet_at(read, host, job.empty() ? read.text("OMPI_MCA_ess_base_jobid") : job, launch);
  return launch;
}

Launch by_slurm(const Reader& read) {
  Launch launch = read.processes("SLURM_PROCID", "SLURM_STEP_NUM_TASKS");
  if (launch.size == 1) return {};
  meet_at(read, first_host(read.text("SLURM_STEP_NODELIST")),
          read.text("SLURM_JOB_ID") + "." + read.text("SLURM_STEP_ID"), launch);
  if (launch.master.empty())
    throw InputError("Slurm does not say on which hosts the step runs", kByHand);
  return launch;
}

}  // namespace

Environment process_environment() {
  return [](const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
}

Launch read_launch(const Environment& environment) {
  Reader read(environment);
  if (read.has("RANK") && read.has("WORLD_SIZE")) return by_hand(read);
  if (read.has("OMPI_COMM_WORLD_SIZE")) return by_open_mpi(read);
  // srun alone sets this. A batch script has SLURM_NTASKS too, but is itself one process.
  if (read.has("SLURM_STEP_NUM_TASKS")) return by_slurm(read);
  return {};
}

std::string first_host(std::string_view hosts) {
  std::string host;
  for (std::size_t i = 0; i < hosts.size() && hosts[i] != ','; ++i) {
    if (hosts[i] != '[') {
      host += hosts[i];
      continue;
    }
    for (++i; i < hosts.size() && hosts[i] != ',' && hosts[i] != '-' && hosts[i] != ']'; ++i)
      host += hosts[i];
    while (i < hosts.size() && hosts[i] != ']') ++i;
  }
  return host;
}

}  // namespace winnow
