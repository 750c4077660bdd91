// prover/default_schedule.cc - the schedule that comes with winnow.
// The first rows were learned by `winnow experiment schedule` on 48 problems of four libraries
// (docs/prover.md). Its grid had 2 s for a run, so what needs longer cannot be learned from it: the
// rows below the line are for breadth, and nobody has fitted them to anything.
#include "prover/schedule.h"

namespace winnow {
namespace {

constexpr std::string_view kRows = R"(
cvc5:default auto 80 0.25
e:auto auto 200 0.25
e:goal auto 24 0.25
cvc5:default auto 200 0.25
cvc5:default auto 200 0.5
e:auto auto 600 1
e:goal auto 24 1
e:goal auto 600 2
# for breadth
cvc5:enum auto 600 1
e:auto auto 80 1
cvc5:default auto 32 1
e:unit auto 128 1
cvc5:enum auto 128 2
e:auto-schedule auto 128 3
cvc5:default auto 1500 3
spass:default auto 64 1
e:goal auto 80 2
cvc5:default auto all 3
e:auto auto all 3
)";

}  // namespace

const std::vector<ScheduleRow>& default_schedule() {
  static const std::vector<ScheduleRow> rows = parse_schedule(kRows, "the default schedule");
  return rows;
}

}  // namespace winnow
