#include "learn/peer_watch.h"

#include <fmt/format.h>

namespace winnow {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBeat{1000}, kJudge{250};
// Who was not running for this long heard nothing, and must not blame the others.
constexpr std::chrono::seconds kAsleep{5};
// A process that fails by itself, as the one that left a note, may say so better than the note.
constexpr milliseconds kGrace{1000};
constexpr std::chrono::seconds kLinger{5};
constexpr const char* kLost = "lost";

std::vector<std::uint8_t> bytes(const std::string& text) { return {text.begin(), text.end()}; }
std::string text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }
std::string key(const char* what, std::uint32_t rank) { return fmt::format("{}/{}", what, rank); }

// The second number of a sign of life; 0 where there was none yet.
std::uint64_t waits_of(const std::string& said) {
  const std::size_t space = said.find(' ');
  return space == std::string::npos ? 0 : std::stoull(said.substr(space + 1));
}

}  // namespace

void write_lost(c10d::Store& store, const LostProcess& lost) {
  // The first note stands: what follows a loss is not its cause.
  store.compareSet(kLost, {}, bytes(fmt::format("{} {}", lost.rank, lost.why)));
}

std::optional<LostProcess> read_lost(c10d::Store& store) {
  if (!store.check({kLost})) return std::nullopt;
  std::string note = text(store.get(kLost));
  std::size_t space = note.find(' ');
  return LostProcess{static_cast<std::uint32_t>(std::stoul(note)), note.substr(space + 1)};
}

void linger_for_peers(c10d::Store& store, std::uint32_t size, std::uint32_t lost) {
  std::vector<std::string> others;
  for (std::uint32_t rank = 1; rank < size; ++rank)
    if (rank != lost) others.push_back(key("read", rank));
  auto end = std::chrono::steady_clock::now() + kLinger;
  while (!others.empty() && !store.check(others) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(milliseconds(50));
}

PeerWatch::PeerWatch(c10::intrusive_ptr<c10d::Store> store, std::uint32_t rank, std::uint32_t size,
                     const PeerWaits& waits, OnLost on_lost)
    : store_(std::move(store)),
      rank_(rank),
      size_(size),
      waits_(waits),
      on_lost_(std::move(on_lost)),
      answered_(Clock::now()),
      heard_(size, Clock::now()),
      moved_(Clock::now()) {
  beats_ = std::thread([this] { beat(); });
  judges_ = std::thread([this] { judge(); });
}

PeerWatch::~PeerWatch() { stop(); }

void PeerWatch::silence() {
  {
    std::lock_guard guard(lock_);
    stopping_ = true;
  }
  woken_.notify_all();
}

void PeerWatch::stop() {
  silence();
  if (beats_.joinable()) beats_.join();
  if (judges_.joinable()) judges_.join();
}

// True: it is time to stop.
bool PeerWatch::sleep(milliseconds time) {
  std::unique_lock guard(lock_);
  return woken_.wait_for(guard, time, [this] { return stopping_; });
}

void PeerWatch::decide(const LostProcess& lost) {
  std::lock_guard guard(lock_);
  if (!stopping_ && !lost_) lost_ = lost;
}

void PeerWatch::beat() {
  std::vector<std::string> said(size_);
  try {
    for (std::uint64_t n = 1;; ++n) {
      store_->set(key("alive", rank_), bytes(fmt::format("{} {}", n, waits_.load())));
      if (auto lost = read_lost(*store_)) {
        store_->set(key("read", rank_), bytes("yes"));
        if (rank_ == 0) linger_for_peers(*store_, size_, lost->rank);
        decide(*lost);
        return;
      }
      if (rank_ == 0) look_at_all(said);
      {
        std::lock_guard guard(lock_);
        answered_ = Clock::now();
      }
      if (sleep(kBeat)) return;
    }
  } catch (const std::exception&) {
    decide({0, "is gone"});
  }
}

// Rank 0's part: who has a new number, and who has had none for too long.
void PeerWatch::look_at_all(std::vector<std::string>& said) {
  for (std::uint32_t rank = 0; rank < size_; ++rank) {
    if (!store_->check({key("alive", rank)})) continue;
    std::string now = text(store_->get(key("alive", rank)));
    std::lock_guard guard(lock_);
    if (now != said[rank]) heard_[rank] = Clock::now();
    if (waits_of(now) != waits_of(said[rank])) moved_ = Clock::now();
    said[rank] = std::move(now);
  }
  std::optional<LostProcess> lost = silent();
  if (!lost) lost = stuck(said);
  if (lost) write_lost(*store_, *lost);  // the next beat reads it
}

std::optional<LostProcess> PeerWatch::silent() const {
  std::lock_guard guard(lock_);
  for (std::uint32_t rank = 1; rank < size_; ++rank)
    if (Clock::now() - heard_[rank] >= kSilence)
      return LostProcess{rank, fmt::format("gave no sign of life for {} s", kSilence.count())};
  return std::nullopt;
}

// All wait, and nobody has come further for long. Who is furthest behind misses a message.
std::optional<LostProcess> PeerWatch::stuck(const std::vector<std::string>& said) const {
  std::lock_guard guard(lock_);
  if (Clock::now() - moved_ < kStuck) return std::nullopt;
  std::uint32_t last = 0;
  for (std::uint32_t rank = 0; rank < size_; ++rank) {
    if (waits_of(said[rank]) % 2 == 0) return std::nullopt;
    if (waits_of(said[rank]) < waits_of(said[last])) last = rank;
  }
  return LostProcess{last, fmt::format("is alive, but its messages and those of another process "
                                       "have not met for {} s",
                                       kStuck.count())};
}

// The store's calls may hang, so somebody else looks at the clock.
void PeerWatch::judge() {
  Clock::time_point before = Clock::now();
  while (!sleep(kJudge)) {
    Clock::time_point now = Clock::now();
    std::optional<LostProcess> lost;
    {
      std::lock_guard guard(lock_);
      if (now - before > kAsleep) {
        answered_ = now;
        heard_.assign(size_, now);
        moved_ = now;
      }
      if (!lost_ && now - answered_ > kSilence)
        lost_ = LostProcess{0, fmt::format("gave no sign of life for {} s", kSilence.count())};
      lost = lost_;
    }
    before = now;
    if (!lost) continue;
    if (sleep(kGrace)) return;
    on_lost_(*lost);
    return;
  }
}

}  // namespace winnow
