// learn/launch.h - which of how many processes this one is, as whoever started it says.
// in: variables of the environment     out: rank, number of processes, where rank 0 is met
// Asked in this order: RANK and WORLD_SIZE (torchrun, or by hand), Open MPI's, Slurm's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace winnow {

struct Launch {
  std::uint32_t rank = 0, size = 1;
  std::string master;           // the host of rank 0; empty: one process, nobody to meet
  std::uint16_t port = 0;       // there
  bool agent_serves = false;    // torchrun's agent, not rank 0, listens at the port
  std::string start = "first";  // tells starts apart that meet at the same place

  friend bool operator==(const Launch&, const Launch&) = default;
};

// The value of a variable; empty if there is none.
using Environment = std::function<std::string(const std::string& name)>;
Environment process_environment();

// Throws InputError for variables that contradict each other or leave out where to meet.
Launch read_launch(const Environment& environment);

// The first host of a list as Slurm writes it: "node03" of "node[03-07,12],other".
std::string first_host(std::string_view hosts);

}  // namespace winnow
