// Bytes of files, and of streams that never end.
#include "data/file_bytes.h"

#include "data/store.h"
#include "data/store_format.h"
#include "data/store_writer.h"
#include "data/text_file.h"
#include "model/safetensors.h"
#include "term/draft.h"
#include "text/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

namespace winnow {
namespace {

using testing::HasSubstr;

// A stream that gives these bytes, and after them zeros for ever.
class Endless {
 public:
  explicit Endless(std::vector<std::byte> first) {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0);
    writer_ = std::thread([this, first = std::move(first)] {
      const std::vector<std::byte> zeros(1 << 16);
      bool open = put(first);
      while (open) open = put(zeros);
    });
  }
  ~Endless() {
    close(ends_[0]);
    writer_.join();
    close(ends_[1]);
  }
  int descriptor() const { return ends_[0]; }

 private:
  bool put(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = send(ends_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
  }
  int ends_[2] = {-1, -1};
  std::thread writer_;
};

// Standard input is read from where it stands: the way to a stream that has no name.
template <class Read>
std::string message_on(std::vector<std::byte> first, Read read) {
  const int before = dup(STDIN_FILENO);
  std::string message = "it was read";
  {
    Endless stream(std::move(first));
    dup2(stream.descriptor(), STDIN_FILENO);
    try {
      read("-");
    } catch (const InputError& error) {
      message = error.what();
    }
    dup2(before, STDIN_FILENO);
  }
  close(before);
  return message;
}

std::vector<std::byte> small_store() {
  TermBank bank;
  StoreWriter writer(bank);
  Draft draft;
  draft.push(bank.symbols().intern("p", Kind::predicate), 0);
  FormulaId goal = writer.add_formula(draft.commit(bank), Language::fof, "goal");
  writer.add_example({.name = "e", .split = writer.add_split("train"), .conjecture = goal});
  return writer.bytes();
}

TEST(FileBytes, ReadsAFileToItsEnd) {
  const std::string file = ::testing::TempDir() + "file_bytes";
  for (const std::size_t size : {0, 1, 100, 70'000}) {
    std::ofstream(file) << std::string(size, 'x');
    const FileBytes read(file, [](auto first) { return first.size(); });
    EXPECT_EQ(read.bytes().size(), size);
  }
  EXPECT_THROW(FileBytes("/nowhere/file", store_format::stated_size), InputError);
}

TEST(FileBytes, TakesOneByteMoreOfAStreamThanItsHeaderStates) {
  const FileBytes read("/dev/zero", [](std::span<const std::byte> first) -> std::uint64_t {
    return first.size() < 8 ? 8 : 100'000;
  });
  EXPECT_EQ(read.bytes().size(), 100'001u);
}

TEST(FileBytes, RefusesAStreamThatStatesMoreThanThereIsMemory) {
  EXPECT_THROW(FileBytes("/dev/zero", [](auto) { return std::uint64_t{1} << 60; }), InputError);
}

TEST(FileBytes, AnEndlessStreamIsNoStoreAndNoModel) {
  EXPECT_THROW(Store::open("/dev/zero"), InputError);
  EXPECT_THROW(read_tensors("/dev/zero"), InputError);
  const std::vector<std::byte> noise(1000, std::byte{'{'});
  EXPECT_THAT(message_on(noise, [](const char* file) { Store::open(file); }),
              HasSubstr("is not a winnow store"));
  EXPECT_THAT(message_on(noise, [](const char* file) { read_tensors(file); }),
              HasSubstr("not a safetensors file"));
}

TEST(FileBytes, AStoreThatDoesNotEndIsTooLong) {
  EXPECT_THAT(message_on(small_store(), [](const char* file) { Store::open(file); }),
              HasSubstr("is too long"));
}

TEST(FileBytes, AModelThatDoesNotEndIsTooLong) {
  const std::string text = R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}  )";
  ASSERT_EQ(text.size() % 2, 0u);
  std::vector<std::byte> bytes(8 + text.size());
  bytes[0] = static_cast<std::byte>(text.size());
  std::ranges::copy(std::as_bytes(std::span(text)), bytes.begin() + 8);
  EXPECT_THAT(message_on(bytes, [](const char* file) { read_tensors(file); }),
              HasSubstr("there is more in it than its tensors"));
}

TEST(TextFile, RefusesATextThatDoesNotEnd) {
  EXPECT_THROW(read_text_file("/dev/zero", 1 << 20), InputError);
  EXPECT_THROW(open_source("/dev/zero", {}, 1 << 20), InputError);
}

}  // namespace
}  // namespace winnow
