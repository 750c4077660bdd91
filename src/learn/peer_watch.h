// learn/peer_watch.h - notices within seconds that another process of the run is gone, and says
// which. Every process writes a new number under its name into the store that all can reach, once a
// second. Rank 0 looks at all numbers and writes down who fell silent; the others look at that
// note. A store that does not answer is rank 0 gone: it serves it. A slow step is no silence, as
// the numbers come from a thread of their own. Beside it stands how far the process is in its
// exchanges: where all wait in one and nobody gets on, a link between two others is broken.
#pragma once

#include "learn/peers.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace winnow {

// Longer than a machine stalls, short enough that all end within a minute.
inline constexpr std::chrono::seconds kSilence{15};
// The same for an exchange that all have come to. Longer than any that is worth waiting for.
inline constexpr std::chrono::seconds kStuck{40};

// How far a process is: how many waits for others it has begun and ended. Odd: it waits.
using PeerWaits = std::atomic<std::uint64_t>;

// A note that a process leaves for all others when one is gone or gives up.
void write_lost(c10d::Store& store, const LostProcess& lost);
std::optional<LostProcess> read_lost(c10d::Store& store);
// Rank 0 keeps the store until the others have read the note, or for some seconds.
void linger_for_peers(c10d::Store& store, std::uint32_t size, std::uint32_t lost);

class PeerWatch {
 public:
  // `store` is used by nothing else: a call that hangs must not hold up others.
  PeerWatch(c10::intrusive_ptr<c10d::Store> store, std::uint32_t rank, std::uint32_t size,
            const PeerWaits& waits, OnLost on_lost);
  ~PeerWatch();
  // From here on this process misses nobody. stop() also waits for its threads, which may hang
  // where the store does.
  void silence();
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  void beat();
  void judge();
  void look_at_all(std::vector<std::string>& said);
  std::optional<LostProcess> silent() const;
  std::optional<LostProcess> stuck(const std::vector<std::string>& said) const;
  void decide(const LostProcess& lost);
  bool sleep(std::chrono::milliseconds time);

  c10::intrusive_ptr<c10d::Store> store_;
  std::uint32_t rank_, size_;
  const PeerWaits& waits_;
  OnLost on_lost_;
  mutable std::mutex lock_;
  std::condition_variable woken_;
  bool stopping_ = false;
  std::optional<LostProcess> lost_;
  Clock::time_point answered_;            // when the store last answered
  std::vector<Clock::time_point> heard_;  // [processes] rank 0 alone: of each
  Clock::time_point moved_;               // rank 0 alone: when one last came further
  std::thread beats_, judges_;
};

}  // namespace winnow
