#include "prover/used_axioms.h"

#include "text/role.h"
#include "text/tptp_printer.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace winnow {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// The tokens of a TSTP proof, as far as names and brackets need them.
class ProofTokens {
 public:
  struct Token {
    char kind = 0;          // 'w' word, '\'' or '"' quoted, otherwise the character; 0 at the end
    std::string_view text;  // of a quoted token: without the quotes
  };

  explicit ProofTokens(std::string_view text) : text_(text) {}

  Token next() {
    skip_blanks();
    if (at_ >= text_.size()) return {};
    const std::size_t start = at_;
    const char c = text_[at_++];
    if (is_word(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      return {'w', text_.substr(start, at_ - start)};
    }
    if (c != '\'' && c != '"') return {c, text_.substr(start, 1)};
    while (at_ < text_.size() && text_[at_] != c) at_ += text_[at_] == '\\' ? 2 : 1;
    const std::size_t end = std::min(at_, text_.size());
    at_ = end + 1;
    return {c, text_.substr(start + 1, end - start - 1)};
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (c == '%' || (c == '#' && line_start)) {  // '#': E's comments
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.compare(at_, 2, "/*") == 0) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string name_of(const ProofTokens::Token& token) {
  if (token.kind == 'w') return std::string(token.text);
  std::string name;
  for (std::size_t i = 0; i < token.text.size(); ++i) {
    if (token.text[i] == '\\' && i + 1 < token.text.size()) ++i;
    name += token.text[i];
  }
  return name;
}

// An input formula of a proof is an axiom unless its role says that it is the goal or a type.
bool is_axiom(std::string_view role) {
  RoleKind kind = role_kind(role);
  return !is_goal(kind) && kind != RoleKind::type;
}

struct Inputs {
  std::vector<std::string> axioms;
  bool goal = false;  // a formula has the role of one
};

// Notices file('problem.p', name) in a stream of tokens, and takes none of them away: a formula may
// be called `file`, and whoever counts brackets must see what follows it.
class FileAnnotation {
 public:
  // The name, once the token that ends with it has come.
  std::optional<std::string> see(const ProofTokens::Token& token) {
    constexpr char kKinds[] = {'(', '\'', ','};
    const std::size_t step = std::exchange(step_, 0);
    if (token.kind == 'w' && token.text == "file" && step != 4) {
      step_ = 1;
    } else if (step == 4 && (token.kind == 'w' || token.kind == '\'')) {
      return name_of(token);
    } else if (step >= 1 && step <= 3 && token.kind == kKinds[step - 1]) {
      step_ = step + 1;
    }
    return std::nullopt;
  }

 private:
  std::size_t step_ = 0;  // tokens of it that have come
};

Inputs inputs_of(std::string_view proof) {
  Inputs inputs;
  std::set<std::string> seen;
  ProofTokens tokens(proof);
  ProofTokens::Token token = tokens.next();
  while (token.kind != 0) {
    // One annotated formula: language(name, role, formula, source...). The source is what comes
    // after the third comma, so that a predicate called `file` is not taken for one.
    std::string_view role;
    FileAnnotation annotation;
    int depth = 0, commas = 0;
    for (; token.kind != 0 && !(token.kind == '.' && depth == 0); token = tokens.next()) {
      if (token.kind == '(' || token.kind == '[' || token.kind == '{') ++depth;
      if ((token.kind == ')' || token.kind == ']' || token.kind == '}') && depth > 0) --depth;
      if (token.kind == ',' && depth == 1) ++commas;
      if (token.kind == 'w' && depth == 1 && commas == 1 && role.empty()) role = token.text;
      if (commas < 3) continue;
      const std::optional<std::string> name = annotation.see(token);
      if (name && *name != "unknown" && is_axiom(role) && seen.insert(*name).second)
        inputs.axioms.push_back(*name);
    }
    inputs.goal = inputs.goal || is_goal(role_kind(role));
    token = tokens.next();
  }
  return inputs;
}

// |a b| and 'a b' without their quotes.
std::string without_quotes(std::string_view name) {
  if (name.size() < 2 || name.front() != name.back() || (name[0] != '|' && name[0] != '\''))
    return std::string(name);
  return name_of({name[0], name.substr(1, name.size() - 2)});
}

// SPASS writes 'a b' as a_a32_b: characters that are no letters, digits or _ as their codes.
std::string without_codes(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size();) {
    unsigned code = 0;
    const std::size_t end =
        name.compare(i, 2, "_a") == 0 ? name.find('_', i + 2) : std::string::npos;
    if (end != std::string::npos) {
      const char* last = name.data() + end;
      const auto [stop, error] = std::from_chars(name.data() + i + 2, last, code);
      if (error != std::errc() || stop != last || code == 0 || code > 255) code = 0;
    }
    plain += code != 0 ? static_cast<char>(code) : name[i];
    i = code != 0 ? end + 1 : i + 1;
  }
  return plain;
}

}  // namespace

bool needs_no_goal(std::string_view proof) {
  const Inputs inputs = inputs_of(proof);
  return !inputs.axioms.empty() && !inputs.goal;
}

std::vector<std::string> used_axioms(std::string_view proof) { return inputs_of(proof).axioms; }

std::vector<std::string> names_of_core(std::string_view core) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < core.size();) {
    const std::size_t end = std::min(core.find('\n', start), core.size());
    std::string_view line = core.substr(start, end - start);
    start = end + 1;
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
      line.remove_suffix(1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
      line.remove_prefix(1);
    if (line.empty() || line == "(" || line == ")") continue;
    names.push_back(without_quotes(line));
  }
  return names;
}

std::vector<std::string> names_of_spass(std::string_view output) {
  constexpr std::string_view kHead = "\nFormulae used in the proof :";  // as SPASS spells it
  const std::size_t found = output.rfind(kHead);
  std::vector<std::string> names;
  if (found == std::string_view::npos) return names;
  std::string_view line = output.substr(found + kHead.size());
  line = line.substr(0, line.find('\n'));
  while (!line.empty()) {
    const std::size_t start = std::min(line.find_first_not_of(" \t\r"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\r", start), line.size());
    if (end > start) names.push_back(without_codes(line.substr(start, end - start)));
    line.remove_prefix(end);
  }
  return names;
}

std::string with_sources(std::string_view proof,
                         const std::function<ProofSource(const std::string& name)>& source_of) {
  constexpr std::string_view kHead = "file(";
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = proof.find(kHead); at != std::string_view::npos;
       at = proof.find(kHead, at + 1)) {
    const std::size_t start = at + kHead.size();
    ProofTokens tokens(proof.substr(start));
    const ProofTokens::Token file = tokens.next(), comma = tokens.next(), name = tokens.next();
    if (file.kind != '\'' || comma.kind != ',' || (name.kind != 'w' && name.kind != '\'')) continue;
    const ProofSource known = source_of(name_of(name));
    if (known.file.empty()) continue;
    result += proof.substr(done, start - done);
    result += '\'';
    for (const char c : known.file) {
      if (c == '\'' || c == '\\') result += '\\';
      result += c;
    }
    result += "', ";
    print_name(known.name, result);
    done = static_cast<std::size_t>(name.text.data() + name.text.size() - proof.data());
    if (name.kind == '\'') ++done;
  }
  result += proof.substr(std::min(done, proof.size()));
  return result;
}

}  // namespace winnow
