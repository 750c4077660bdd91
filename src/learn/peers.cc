#include "learn/peers.h"

#include "learn/peer_watch.h"
#include "winnow/error.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <chrono>
#include <thread>

namespace winnow {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::chrono::minutes kStart{5};  // until all processes are there
// Who is alive but computes for this long without coming to an exchange has lost its way.
constexpr std::chrono::minutes kExchange{30};
constexpr milliseconds kPoll{50};

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::vector<std::uint8_t> bytes(const Words& words) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(words.data());
  return {begin, begin + words.size() * sizeof(std::uint32_t)};
}
Words words(const std::vector<std::uint8_t>& bytes) {
  Words result(bytes.size() / sizeof(std::uint32_t));
  if (!result.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

// The address by which this machine reaches the host: others on the way to it reach this machine
// by the same. Empty if the host is not known.
std::string own_address_towards(const std::string& host, std::uint16_t port) {
  addrinfo hints = {}, *found = nullptr;
  hints.ai_socktype = SOCK_DGRAM;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return "";
  std::string address;
  for (addrinfo* each = found; each != nullptr && address.empty(); each = each->ai_next) {
    int file = ::socket(each->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_storage own = {};
    socklen_t size = sizeof own;
    char name[NI_MAXHOST];
    // Nothing is sent: connecting a datagram socket only chooses the way.
    if (file >= 0 && ::connect(file, each->ai_addr, each->ai_addrlen) == 0 &&
        ::getsockname(file, reinterpret_cast<sockaddr*>(&own), &size) == 0 &&
        ::getnameinfo(reinterpret_cast<sockaddr*>(&own), size, name, sizeof name, nullptr, 0,
                      NI_NUMERICHOST) == 0)
      address = name;
    if (file >= 0) ::close(file);
  }
  ::freeaddrinfo(found);
  return address;
}

bool stays_on_the_machine(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

c10::intrusive_ptr<c10d::Store> open_store(const Launch& launch, bool serves) {
  c10d::TCPStoreOptions options;
  options.port = launch.port;
  options.isServer = serves;
  options.waitWorkers = false;
  options.timeout = kStart;
  return c10::make_intrusive<c10d::PrefixStore>(
      "winnow/" + launch.start, c10::make_intrusive<c10d::TCPStore>(launch.master, options));
}

using Settings = std::vector<std::pair<std::string, std::string>>;

Words to_words(const Settings& settings) {
  Words out;
  WordWriter writer(out);
  for (const auto& [name, value] : settings) {
    writer.text(name);
    writer.text(value);
  }
  return out;
}

// How process `rank` differs from rank 0, which has these settings; empty if it does not.
std::string difference(const Settings& first, const Words& other, std::uint32_t rank) {
  WordReader reader(other);
  for (const auto& [name, value] : first) {
    std::string other_name = reader.text(), other_value = reader.text();
    if (name != other_name) return fmt::format("rank {} is another version of winnow", rank);
    if (value == other_value) continue;
    if (!name.starts_with("--") && name != "version")
      return fmt::format("rank {} has other {} than rank 0", rank, name);
    return fmt::format("rank {} has {} {}, rank 0 has {}", rank, name,
                       other_value.empty() ? "''" : other_value, value.empty() ? "''" : value);
  }
  return "";
}

}  // namespace

struct Peers::Group {
  c10::intrusive_ptr<c10d::Store> store;
  c10::intrusive_ptr<c10d::ProcessGroupGloo> gloo;
  PeerWaits waits = 0;
  std::unique_ptr<PeerWatch> watch;
};

Peers::Peers() = default;

Peers::Peers(const Launch& launch, OnLost on_lost) : launch_(launch), on_lost_(std::move(on_lost)) {
  if (size() == 1) return;
  group_ = std::make_unique<Group>();
  bool serves = is_first() && !launch_.agent_serves;
  std::string problem;
  try {
    group_->store = open_store(launch_, serves);
    return;
  } catch (const std::exception& error) {
    problem = error.what();
    problem = problem.substr(0, problem.find('\n'));
  }
  if (serves)
    throw InputError(fmt::format("rank 0 cannot listen at port {}: {}", launch_.port, problem),
                     "another run may use it; MASTER_PORT chooses another, the same for all ranks");
  lose({0, fmt::format("cannot be reached at {}:{}", launch_.master, launch_.port)});
}

Peers::~Peers() {
  // A group that did not finish has threads that may never end; the process does.
  if (group_) static_cast<void>(group_.release());
}

Peers::Block Peers::block_of(std::uint32_t count, std::uint32_t rank) const {
  auto edge = [&](std::uint64_t n) { return static_cast<std::uint32_t>(count * n / size()); };
  return {edge(rank), edge(rank + 1)};
}

void Peers::lose(const LostProcess& lost) {
  on_lost_(lost);
  throw std::runtime_error(fmt::format("rank {} {}", lost.rank, lost.why));
}

void Peers::join(const Settings& settings) {
  if (!group_) return;
  c10d::Store& store = *group_->store;
  auto key = [](const char* what, std::uint32_t rank) { return fmt::format("{}/{}", what, rank); };
  auto note_read = [&] { store.set(key("read", rank()), {1}); };
  auto end = Clock::now() + kStart;
  auto wait_for_all = [&](const char* what) {
    for (std::uint32_t rank = 0; rank < size(); ++rank)
      while (!store.check({key(what, rank)})) {
        if (auto lost = read_lost(store)) {
          note_read();
          lose(*lost);
        }
        if (Clock::now() > end)
          lose({rank, fmt::format("was not there within {} minutes", kStart.count())});
        std::this_thread::sleep_for(kPoll);
      }
  };
  std::string refusal;
  std::shared_ptr<gloo::transport::Device> device;
  try {
    std::string address = own_address_towards(launch_.master, launch_.port);
    const char* interface = std::getenv("GLOO_SOCKET_IFNAME");
    if (interface != nullptr) address = interface;
    device = interface != nullptr ? c10d::ProcessGroupGloo::createDeviceForInterface(interface)
                                  : c10d::ProcessGroupGloo::createDeviceForHostname(address);
    store.set(key("address", rank()), std::vector<std::uint8_t>(address.begin(), address.end()));
    store.set(key("settings", rank()), bytes(to_words(settings)));
    wait_for_all("settings");
    Settings first = settings;
    Words of_first = words(store.get(key("settings", 0)));
    WordReader first_reader(of_first);
    for (auto& [name, value] : first) {
      name = first_reader.text();
      value = first_reader.text();
    }
    std::uint32_t local = 0;
    for (std::uint32_t rank = 0; rank < size(); ++rank) {
      if (refusal.empty())
        refusal = difference(first, words(store.get(key("settings", rank))), rank);
      std::vector<std::uint8_t> at = store.get(key("address", rank));
      if (stays_on_the_machine({at.begin(), at.end()})) ++local;
    }
    if (refusal.empty() && local != 0 && local != size())
      refusal = "one process is known to the others by an address that only its own machine has";
    store.set(key("compared", rank()), {1});
    wait_for_all("compared");
    if (!refusal.empty()) {
      note_read();
      if (is_first()) linger_for_peers(store, size(), 0);  // the store goes with rank 0
    } else {
      auto options = c10d::ProcessGroupGloo::Options::create(kExchange);
      options->devices.push_back(device);
      options->threads = 2;
      group_->gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(
          group_->store, static_cast<int>(rank()), static_cast<int>(size()), options);
      group_->watch = std::make_unique<PeerWatch>(open_store(launch_, false), rank(), size(),
                                                  group_->waits, on_lost_);
    }
  } catch (const c10::Error& error) {
    lose({0, fmt::format("is gone ({})", error.what_without_backtrace())});
  }
  if (refusal.empty()) return;
  static_cast<void>(group_.release());  // all know: there is nobody to tell
  throw InputError(refusal, refusal.starts_with("one process")
                                ? "MASTER_ADDR or GLOO_SOCKET_IFNAME say which network to use"
                                : "all processes of a run get the same command and the same data");
}

template <class Operation>
void Peers::wait_for(Operation&& operation) {
  std::string problem;
  ++group_->waits;
  try {
    operation()->wait();
    ++group_->waits;
    return;
  } catch (const std::exception& error) {
    problem = error.what();
    problem = problem.substr(0, problem.find('\n'));
  }
  // The connection says that somebody is gone; the watch finds out who, and ends this process.
  std::this_thread::sleep_for(2 * kSilence);
  lose({rank(), fmt::format("lost its connection to another process: {}", problem)});
}

Parcels Peers::exchange(Parcels out) {
  require(out.ends.size() == size(), "a parcel for each process");
  if (!group_) return out;
  require(group_->gloo != nullptr, "an exchange before all have joined");
  auto as_tensor = [](auto& list, at::ScalarType type) {
    return at::from_blob(list.data(), {static_cast<std::int64_t>(list.size())}, type);
  };
  Clock::time_point begin = Clock::now();
  // First the sizes of all messages, each with a wish.
  std::uint32_t wish = wish_ ? wish_() : 0;
  std::vector<std::int64_t> said, heard(2 * std::size_t{size()}), sends, gets, none;
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    sends.push_back(static_cast<std::int64_t>(out.of(rank).size()));
    said.push_back(sends.back());
    said.push_back(static_cast<std::int64_t>(wish));
    if (rank != this->rank()) traffic_.bytes_sent += 16 + 4 * out.of(rank).size();
  }
  at::Tensor from = as_tensor(said, at::kLong), to = as_tensor(heard, at::kLong);
  wait_for([&] { return group_->gloo->alltoall_base(to, from, none, none); });
  Clock::time_point met = Clock::now();

  Parcels in;
  wishes_.clear();
  std::size_t end = 0;
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    gets.push_back(heard[2 * std::size_t{rank}]);
    wishes_.push_back(static_cast<std::uint32_t>(heard[2 * std::size_t{rank} + 1]));
    in.ends.push_back(end += static_cast<std::size_t>(gets.back()));
  }
  in.words.resize(end);
  from = as_tensor(out.words, at::kInt);
  to = as_tensor(in.words, at::kInt);
  wait_for([&] { return group_->gloo->alltoall_base(to, from, gets, sends); });
  traffic_.waiting_s += seconds_between(begin, met);
  traffic_.moving_s += seconds_between(met, Clock::now());
  return in;
}

Parcels Peers::share(const Words& mine) {
  Parcels out;
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    out.words.insert(out.words.end(), mine.begin(), mine.end());
    out.ends.push_back(out.words.size());
  }
  return exchange(std::move(out));
}

std::vector<std::uint32_t> Peers::wishes() const {
  return group_ ? wishes_ : std::vector<std::uint32_t>{wish_ ? wish_() : 0};
}

void Peers::fail(const std::string& why) {
  if (!group_) return;
  try {
    if (group_->watch) group_->watch->silence();
    write_lost(*group_->store, {rank(), fmt::format("ended: {}", why)});
    if (is_first()) linger_for_peers(*group_->store, size(), rank());
  } catch (const std::exception&) {
    // The store is gone, and with it rank 0: the others know.
  }
}

void Peers::finish() {
  if (!group_) return;
  if (group_->gloo) {
    share({});
    group_->watch->stop();
    try {
      // The store goes with rank 0, so it leaves last.
      group_->store->set(fmt::format("done/{}", rank()), {1});
      std::vector<std::string> all;
      for (std::uint32_t rank = 0; rank < size(); ++rank)
        all.push_back(fmt::format("done/{}", rank));
      if (is_first()) group_->store->wait(all, std::chrono::duration_cast<milliseconds>(kSilence));
    } catch (const std::exception&) {
      // All results are written: who is missed here is missed by nobody.
    }
  }
  group_.reset();
}

}  // namespace winnow
