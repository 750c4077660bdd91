// app/cli/last_resort.h - an answer at a deadline, whatever the rest of the program is busy with.
// All long loops ask a deadline, but a page that comes from a dead disk asks nobody. So a thread
// stands by; if nobody has answered soon after the deadline, it prints what it was given and ends
// the program. Provers go with it: their supervisors notice.
#pragma once

#include "winnow/deadline.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace winnow {

class LastResort {
 public:
  // `to` is where the answer goes: standard output, or standard error (2).
  LastResort(Deadline deadline, std::string answer, int exit_code, int to = 1);
  ~LastResort();
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

  // From now on the caller answers. If the last resort has begun to, this never returns.
  void stand_down();

 private:
  std::mutex lock_;
  std::condition_variable stood_down_;
  bool standing_ = true;
  std::thread thread_;
};

}  // namespace winnow
