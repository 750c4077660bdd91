// prover/default_schedule.cc - the schedule that comes with winnow.
// Learned by `winnow experiment schedule` (docs/prover.md says on which problems).
#include "prover/schedule.h"

namespace winnow {
namespace {

constexpr std::string_view kRows = R"(
cvc5:default auto 128 0.7
e:auto auto 32 0.7
cvc5:default auto 512 1.5
e:auto auto 128 1
cvc5:enum auto 64 1
cvc5:default auto 1024 3
e:goal auto 64 2
cvc5:enum auto 256 3
e:auto auto 512 2
cvc5:default auto 32 2
e:auto-schedule auto 128 5
cvc5:enum auto 512 5
e:goal auto 256 5
spass:default auto 64 2
cvc5:default auto all 5
e:auto auto all 5
)";

}  // namespace

const std::vector<ScheduleRow>& default_schedule() {
  static const std::vector<ScheduleRow> rows = parse_schedule(kRows, "the default schedule");
  return rows;
}

}  // namespace winnow
