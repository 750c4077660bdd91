// prover/interrupt.h - one switch that ends all running provers at once.
#pragma once

#include <csignal>

namespace winnow {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  void request() const;    // from any thread, and from a signal handler
  bool requested() const;
  int fd() const { return fd_; }  // readable once requested

 private:
  int fd_;
};

// While it lives, SIGINT, SIGTERM and SIGHUP request the interrupt instead of ending the program,
// so that a command can end its provers, say so, and leave. A second signal acts as usual.
// Needs: one at a time in a program. Without it nothing is left behind either - the supervisors
// notice that winnow is gone - but then they finish just after winnow instead of just before.
class SignalInterrupt {
 public:
  explicit SignalInterrupt(const Interrupt& interrupt);
  ~SignalInterrupt();
  SignalInterrupt(const SignalInterrupt&) = delete;
  SignalInterrupt& operator=(const SignalInterrupt&) = delete;

  int signal() const;  // the one that came, 0 for none

 private:
  struct sigaction before_[3];
};

}  // namespace winnow
