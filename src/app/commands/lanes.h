// app/commands/lanes.h - the runs of provers as they go on: on a terminal, a line for each.
// in: runs that start and end     out: lines on stderr; each that ended stays, if asked for.
#pragma once

#include "winnow/prove.h"

#include <string>
#include <vector>

namespace winnow {

class Lanes {
 public:
  Lanes(bool terminal, bool verbose) : terminal_(terminal), verbose_(verbose) {}
  bool watched() const { return terminal_ || verbose_; }

  void say(const std::string& line);  // above the lanes
  void start(const ProofSlice& slice);
  void end(const ProofSlice& slice);
  void clear();  // takes the lines of running provers away

 private:
  void draw();

  bool terminal_, verbose_;
  std::vector<std::string> running_;
  std::size_t drawn_ = 0;  // lines below which the cursor stands
};

}  // namespace winnow
