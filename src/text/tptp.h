// text/tptp.h - reads and prints TPTP: FOF, CNF, TFF (TF0, TF1, arithmetic) and THF (TH0).
// in: text or a file with its includes     out: terms in a bank, names and roles
// No recursion anywhere: depth is limited by memory alone.
#pragma once

#include "text/formula.h"
#include "winnow/deadline.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct TptpOptions {
  bool keep_going = false;  // skip and list formulas that are wrong instead of throwing
  Stop stop = {};           // ends reading with Stopped
  std::vector<std::string> include_folders = {};  // more places for included files
  // Whether a formula is to be read, told by everything but its term: what is not costs no more
  // than finding its end. Asked once about each, in order.
  std::function<bool(const Formula&)> take = {};
  // How many characters of `rest` are a whole annotated formula that the caller knows; 0: it is to
  // be read. Asked first, where a formula begins; what is known is passed over without a look.
  std::function<std::size_t(std::string_view rest)> known = {};
};

// Reads a file ("-": standard input) and what it includes: beside the including file, then in the
// folders of the options, in the working directory, and in $TPTP. Throws InputError with file, line
// and column.
Problem read_tptp(const std::filesystem::path& file, TermBank& bank,
                  const TptpOptions& options = {});

// Reads text that is already in memory; `name` stands in for the file's name in messages. The
// formula's `text` points into it.
Problem parse_tptp(std::string_view text, TermBank& bank, const TptpOptions& options = {},
                   const std::string& name = "<text>");

class ProblemReader;

// Reads the same a part at a time, each into a bank of its own: for files whose terms together are
// more than anybody needs at once. Texts of formulas live as long as the stream.
class TptpStream {
 public:
  explicit TptpStream(const std::filesystem::path& file, const TptpOptions& options = {});
  explicit TptpStream(std::string_view text, const TptpOptions& options = {},
                      const std::string& name = "<text>");
  ~TptpStream();

  // The formulas of the next `most` statements, in order. Throws as read_tptp; then it is over.
  std::vector<Formula> read(TermBank& bank, std::size_t most);
  bool at_end() const;
  const std::vector<std::string>& files() const;  // that were opened so far

 private:
  std::unique_ptr<ProblemReader> reader_;
};

// Reads one annotated formula after another from small texts; keeps its memory between calls.
class TptpParser {
 public:
  explicit TptpParser(TermBank& bank);
  ~TptpParser();
  // `text` is exactly one annotated formula; `at` says where it begins, for messages.
  Formula parse(std::string_view text, const Place& at = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The formula of `term`, without name and role; reads back as the same term.
std::string print_tptp(const TermView& terms, TermId term, Language language);
// "fof(name, role, formula)." with the name quoted where it must be.
std::string print_tptp(const TermView& terms, const Formula& formula);
// The same with free variables, which are universal, under a quantifier: provers refuse them in
// FOF. A clause becomes FOF.
std::string print_closed_tptp(const TermView& terms, const Formula& formula);

}  // namespace winnow
