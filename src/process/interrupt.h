// process/interrupt.h - Ctrl-C as a cancellation.
#pragma once

#include "winnow/deadline.h"

#include <csignal>

namespace winnow {

// While it lives, SIGINT, SIGTERM and SIGHUP request the cancellation instead of ending the
// program, so that a command can end its programs, say so, and leave. A second signal acts as
// usual. Needs: one at a time in a program. Without it nothing is left behind either - the
// supervisors notice that winnow is gone - but then they finish just after winnow instead of just
// before.
class SignalInterrupt {
 public:
  explicit SignalInterrupt(const Cancellation& cancellation);
  ~SignalInterrupt();
  SignalInterrupt(const SignalInterrupt&) = delete;
  SignalInterrupt& operator=(const SignalInterrupt&) = delete;

  int signal() const;  // the one that came, 0 for none

 private:
  struct sigaction before_[3];
};

}  // namespace winnow
