#include "text/tptp.h"

#include "text/annotated.h"
#include "text/input_file.h"
#include "text/source.h"
#include "text/token.h"
#include "text/tptp_reader.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace winnow {

namespace {

namespace fs = std::filesystem;

// A file that is being read: the main one, or one that waits for its include, or the innermost.
struct OpenFile {
  std::uint32_t file;  // index in Problem::files
  std::string_view text;
  fs::path path;           // canonical, empty for text in memory
  fs::path folder;         // where its includes are looked for first
  const char* at;          // the next statement
  const char* counted;     // up to where lines are counted
  const char* line_begin;  // of the line there
  std::uint64_t line;
  Place included_at;
  std::optional<std::map<std::string, bool>> names;  // the formulas to take; whether they were seen
};

// Where reading goes on after a mistake at `error` in the statement that begins at `begin`: behind
// the next ")." that ends a line or stands before white space, or at the next line that begins
// like a statement.
const char* next_statement(std::string_view text, const char* begin, const char* error) {
  const char* end = text.data() + text.size();
  auto rest = [end](const char* at) {
    return std::string_view(at, static_cast<std::size_t>(end - at));
  };
  auto is_space = [](char c) { return token_detail::class_of(c) == token_detail::kSpace; };
  auto begins_statement = [&](const char* at) {
    while (at != end && is_space(*at) && *at != '\n') ++at;
    for (std::string_view word : {"fof", "cnf", "tff", "thf", "include", "tcf", "tpi"}) {
      if (!rest(at).starts_with(word)) continue;
      const char* after = at + word.size();
      while (after != end && is_space(*after)) ++after;
      if (after != end && *after == '(') return true;
    }
    return false;
  };
  const char* line = error;
  while (line != begin && line[-1] != '\n') --line;
  if (line > begin && begins_statement(line)) return line;
  for (const char* at = error; at != end; ++at) {
    if (*at == '\n' && at + 1 > begin && begins_statement(at + 1)) return at + 1;
    if (*at == '.' && at != begin && at[-1] == ')' && (at + 1 == end || is_space(at[1])))
      return at + 1;
  }
  return end;
}

}  // namespace

class ProblemReader {
 public:
  explicit ProblemReader(const TptpOptions& options) : options_(options) {}

  void open_text(std::string_view text, const std::string& name) { push(name, {}, {}, text); }
  void open_file(const fs::path& file) {
    Source source = open_source(file, options_.stop);
    // What comes through a pipe has no folder: its includes are looked for in the working
    // directory.
    std::error_code none;
    bool piped = is_standard_input(file) || !fs::is_regular_file(file, none);
    push(input_name(file), piped ? fs::path() : fs::weakly_canonical(file),
         piped ? fs::path() : file.parent_path(), source.text);
    problem_.buffers.push_back(std::move(source.buffer));
  }

  // Reads on, into this bank: all there is, or the next `most` statements.
  void read(TermBank& bank, std::size_t most = ~std::size_t{0}) {
    reader_.emplace(bank, options_.stop);
    StopPoll poll(options_.stop);
    for (; !at_end() && most != 0; --most, poll()) {
      try {
        read_statement();
      } catch (const InputError& error) {
        if (!options_.keep_going) throw;
        problem_.skipped.push_back({error.what(), error.hint()});
      }
    }
  }
  bool at_end() const { return open_.empty(); }
  Problem& problem() { return problem_; }

 private:
  void push(const std::string& name, fs::path path, fs::path folder, std::string_view text) {
    auto file = static_cast<std::uint32_t>(problem_.files.size());
    problem_.files.push_back(name);
    text = without_mark(text);
    const char* begin = text.data();
    open_.push_back(
        {file, text, std::move(path), std::move(folder), begin, begin, begin, 1, {}, {}});
  }

  // The file's place at `at`. Statements are visited in order, so lines are counted once.
  Place place(OpenFile& open, const char* at) {
    while (const void* newline =
               std::memchr(open.counted, '\n', static_cast<std::size_t>(at - open.counted))) {
      open.counted = open.line_begin = static_cast<const char*>(newline) + 1;
      ++open.line;
    }
    open.counted = at;
    auto column = static_cast<std::uint64_t>(at - open.line_begin) + 1;
    return {problem_.files[open.file], open.line, column};
  }

  void read_statement() {
    OpenFile& open = open_.back();
    const char* begin = open.at;
    try {
      Tokenizer tokens(open.text, open.at);
      begin = tokens.token().begin;
      if (tokens.kind() == Tok::end) return close();
      if (std::size_t known = known_length(open.text, begin)) {
        open.at = begin + known;
        return;
      }
      if (at_include(tokens.token())) {
        Include include = read_include(tokens);
        open.at = tokens.token().end;
        return open_include(include);
      }
      Formula formula;
      read_head(tokens, formula);
      if (is_wanted(formula.name) && is_taken(tokens, formula)) {
        read_body(tokens, *reader_, formula);
        formula.file = open.file;
        formula.line = place(open, begin).line;
        problem_.formulas.push_back(std::move(formula));
      } else {
        skip_body(tokens, formula);
      }
      open.at = tokens.token().end;
    } catch (const SyntaxError& error) {
      open.at = next_statement(open.text, begin, error.at);
      Place start = place(open, std::min(begin, error.at));
      throw InputError(place_of(error.at, std::min(begin, error.at), start), error.what,
                       error.hint);
    }
  }

  // A list of names has to see every name.
  std::size_t known_length(std::string_view text, const char* begin) const {
    if (!options_.known) return 0;
    for (const OpenFile& open : open_)
      if (open.names) return 0;
    return options_.known(text.substr(static_cast<std::size_t>(begin - text.data())));
  }

  // Whether every list of names on the way here has this one.
  bool is_wanted(const std::string& name) {
    bool wanted = true;
    for (OpenFile& open : open_) {
      if (!open.names) continue;
      auto found = open.names->find(name);
      if (found == open.names->end())
        wanted = false;
      else
        found->second = true;
    }
    return wanted;
  }

  bool is_taken(Tokenizer ahead, Formula formula) {
    if (!options_.take) return true;
    skip_body(ahead, formula);
    return options_.take(formula);
  }

  void close() {
    OpenFile open = std::move(open_.back());
    open_.pop_back();
    if (!open.names) return;
    for (const auto& [name, seen] : *open.names)
      if (!seen)
        throw InputError(
            open.included_at,
            fmt::format("'{}' has no formula called '{}'", problem_.files[open.file], name),
            "check the list of names of this include");
  }

  void open_include(const Include& include) {
    Place at = place(open_.back(), include.at);
    fs::path file = find_include(include, at);
    fs::path path = fs::weakly_canonical(file);
    for (const OpenFile& open : open_)
      if (!open.path.empty() && open.path == path)
        throw InputError(at, fmt::format("'{}' includes itself", include.file),
                         "remove one of the includes on the way around");
    if (!mark_included(path, include)) return;
    try {
      open_file(file);
    } catch (const InputError& error) {
      throw InputError(at, error.what(), error.hint());
    }
    OpenFile& opened = open_.back();
    opened.included_at = at;
    if (include.all) return;
    opened.names.emplace();
    for (const std::string& name : include.names) opened.names->emplace(name, false);
  }

  // Whether this include is new. The same formulas are not read twice: includes that meet again
  // and again would otherwise double the work at every step.
  bool mark_included(const fs::path& path, const Include& include) {
    std::string key = path.string();
    auto add = [&key](const std::string& name) { key.append(1, '\0').append(name); };
    for (const OpenFile& open : open_) {
      if (!open.names) continue;
      for (const auto& [name, seen] : *open.names) add(name);
      key.append(2, '\0');
    }
    if (!include.all) {
      for (const std::string& name : include.names) add(name);
      key.append(3, '\0');
    }
    return included_.insert(std::move(key)).second;
  }

  fs::path find_include(const Include& include, const Place& at) {
    std::vector<fs::path> candidates = {open_.back().folder / include.file};
    for (const std::string& folder : options_.include_folders)
      candidates.push_back(fs::path(folder) / include.file);
    candidates.emplace_back(include.file);
    if (const char* library = std::getenv("TPTP"))
      candidates.push_back(fs::path(library) / include.file);
    std::error_code ignored;
    for (const fs::path& candidate : candidates)
      if (fs::exists(candidate, ignored)) return candidate;
    throw CodedError(ErrorCode::include_not_found, {include.file}, at,
                     fmt::format("cannot find the included file '{}'", include.file),
                     "it is looked for beside this file, in the folders for included files, in the "
                     "working directory, and in $TPTP");
  }

  std::optional<TptpReader> reader_;
  TptpOptions options_;
  Problem problem_;
  std::vector<OpenFile> open_;
  std::set<std::string> included_;
};

Problem read_tptp(const fs::path& file, TermBank& bank, const TptpOptions& options) {
  ProblemReader reader(options);
  reader.open_file(file);
  reader.read(bank);
  return std::move(reader.problem());
}

Problem parse_tptp(std::string_view text, TermBank& bank, const TptpOptions& options,
                   const std::string& name) {
  ProblemReader reader(options);
  reader.open_text(text, name);
  reader.read(bank);
  return std::move(reader.problem());
}

TptpStream::TptpStream(const fs::path& file, const TptpOptions& options)
    : reader_(std::make_unique<ProblemReader>(options)) {
  reader_->open_file(file);
}
TptpStream::TptpStream(std::string_view text, const TptpOptions& options, const std::string& name)
    : reader_(std::make_unique<ProblemReader>(options)) {
  reader_->open_text(text, name);
}
TptpStream::~TptpStream() = default;

std::vector<Formula> TptpStream::read(TermBank& bank, std::size_t most) {
  reader_->problem().formulas.clear();
  reader_->read(bank, most);
  return std::move(reader_->problem().formulas);
}

bool TptpStream::at_end() const { return reader_->at_end(); }
const std::vector<std::string>& TptpStream::files() const { return reader_->problem().files; }

struct TptpParser::State {
  explicit State(TermBank& bank) : reader(bank) {}
  TptpReader reader;
};

TptpParser::TptpParser(TermBank& bank) : state_(std::make_unique<State>(bank)) {}
TptpParser::~TptpParser() = default;

Formula TptpParser::parse(std::string_view text, const Place& at) {
  try {
    Tokenizer tokens(text);
    Formula formula;
    formula.line = at.line == 0 ? 1 : at.line;
    read_head(tokens, formula);
    read_body(tokens, state_->reader, formula);
    tokens.advance();
    if (tokens.kind() != Tok::end)
      throw SyntaxError{tokens.token().begin,
                        fmt::format("expected the end of the text after the formula, found {}",
                                    describe(tokens.token())),
                        "one formula is read at a time here"};
    return formula;
  } catch (const SyntaxError& error) {
    Place begin = at;
    if (begin.file.empty()) begin.file = "<text>";
    throw InputError(place_of(error.at, text.data(), begin), error.what, error.hint);
  }
}

}  // namespace winnow
