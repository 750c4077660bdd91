// learn/peers.h - the processes of one run, and how they exchange messages.
// in: what a launcher says (learn/launch.h)     out: every process's message at every process
// They meet at a TCPStore, and move data by the process groups of libtorch (Gloo). All processes
// call the same functions in the same order. One that dies, hangs or fails is named to all others
// (learn/peer_watch.h), for whom the run is over: they can only begin again from the last
// checkpoint.
#pragma once

#include "learn/launch.h"
#include "learn/words.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

struct LostProcess {
  std::uint32_t rank = 0;
  std::string why;  // "gave no sign of life for 15 s"
};
// Called once, from any thread, and should end the process: other threads may wait forever.
using OnLost = std::function<void(const LostProcess&)>;

// What exchanges cost this process so far.
struct Traffic {
  double waiting_s = 0;  // until all had come to the exchange
  double moving_s = 0;   // of data
  std::uint64_t bytes_sent = 0;
};

class Peers {
 public:
  Peers();  // one process: every exchange is with itself
  // Throws InputError if rank 0 cannot listen at its port.
  Peers(const Launch& launch, OnLost on_lost);
  ~Peers();
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  std::uint32_t rank() const { return launch_.rank; }
  std::uint32_t size() const { return launch_.size; }
  bool is_first() const { return rank() == 0; }
  // Which of `count` things are this process's: a block of about equal size, in the order of ranks.
  struct Block {
    std::uint32_t begin, end;
  };
  Block block(std::uint32_t count) const { return block_of(count, rank()); }
  Block block_of(std::uint32_t count, std::uint32_t rank) const;

  // Waits for all, and throws InputError in all if one has other settings, by name and value.
  // Before it there is no exchange.
  void join(const std::vector<std::pair<std::string, std::string>>& settings);

  // Sends of(r) to process r, and returns what each sent here.
  Parcels exchange(Parcels out);
  // Sends the same to all; every process gets [processes] messages, its own too.
  Parcels share(const Words& mine);

  // A word that goes along with every exchange, asked for each time; and what all said in the last
  // one, so that decisions about time are the same everywhere. Without exchanges: asked now.
  void set_wish(std::function<std::uint32_t()> wish) { wish_ = std::move(wish); }
  std::vector<std::uint32_t> wishes() const;

  const Traffic& traffic() const { return traffic_; }

  // This process goes no further, and tells the others why. Does not throw.
  void fail(const std::string& why);
  // The run is over for all. Nobody is missed from here on.
  void finish();

 private:
  struct Group;
  [[noreturn]] void lose(const LostProcess& lost);
  template <class Operation>
  void wait_for(Operation&& operation);

  Launch launch_;
  OnLost on_lost_;
  std::unique_ptr<Group> group_;  // null: alone
  std::function<std::uint32_t()> wish_;
  std::vector<std::uint32_t> wishes_;
  Traffic traffic_;
};

}  // namespace winnow
