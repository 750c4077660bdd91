#include "process/find_program.h"

#include "winnow/error.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

// Found by a fuzzer: the file system refuses even to be asked, and that escaped as its own error.
TEST(FindProgram, ANameTooLongForAFileIsNoProgram) {
  EXPECT_THROW(find_program("/" + std::string(300, 'x')), InputError);
  EXPECT_THROW(find_program(std::string(300, 'x')), InputError);
}

}  // namespace
}  // namespace winnow
