// A build without Faiss divides nothing, and says how to get it.
#include "rank/clusters.h"

#include "tests/app/program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;

TEST(WithoutFaiss, AnIndexIsNotDividedAndTheMessageSaysHowToGetIt) {
  Scratch scratch;
  scratch.write("l.ax", "fof(a, axiom, p).\n");
  const Ran ran = scratch.run("winnow index l.ax --approximate -o l.index");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("this winnow was built without Faiss"));
  EXPECT_THAT(ran.err, HasSubstr("hint: install libfaiss-dev and build with -DWINNOW_FAISS=ON"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("l.index")));  // before the work
  EXPECT_THROW(cluster({}, 7, 2, 1), InputError);
}

}  // namespace
}  // namespace winnow
