// prover/default_schedule.cc - the schedule that comes with winnow.
// Learned in two steps (docs/lab/prover.md): the first four rows on 48 problems of four libraries,
// the next on 55 others that these rows leave after a second, from grids of `winnow experiment
// schedule`. The grids had at most 2 s for a run, so what needs longer cannot be learned from them:
// the rows below the last line are for breadth, and nobody has fitted them to anything. The short
// ones for breadth were added after a look at which problems of examples/ stayed open.
#include "prover/schedule.h"

namespace winnow {
namespace {

constexpr std::string_view kRows = R"(
cvc5:default auto 80 0.25
e:auto auto 200 0.25
e:goal auto 24 0.25
cvc5:default auto 200 0.25
# on what these leave
cvc5:skolem auto 48 0.25
cvc5:relevant auto 384 0.5
e:auto auto 384 0.5
cvc5:internal auto 24 0.15
# for breadth, in a short run each
e:prefix auto 32 0.25
e:auto auto 32 0.25
cvc5:skolem auto 128 0.25
e:goal auto 384 0.25
e:horn auto 32 0.25
# on what these leave
e:auto auto 1200 0.5
e:goal auto 128 1
e:auto auto 1200 1
cvc5:default auto 128 1.5
# for breadth
cvc5:enum auto 600 1
e:unit auto 128 1
e:auto auto 80 1
cvc5:internal auto 32 1
cvc5:enum auto 1500 2
e:auto-schedule auto 128 3
e:goal auto 600 2
spass:default auto 64 1
cvc5:default auto all 3
e:auto auto all 3
)";

}  // namespace

const std::vector<ScheduleRow>& default_schedule() {
  static const std::vector<ScheduleRow> rows = parse_schedule(kRows, "the default schedule");
  return rows;
}

}  // namespace winnow
