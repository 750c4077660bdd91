#include "tiny_files.h"

#include "data/atomic_file.h"
#include "data/store_writer.h"
#include "model/model_file.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"

namespace winnow::random_tester {

void write_tiny_store(const std::string& file, const std::vector<TinyProof>& proofs) {
  TermBank bank;
  StoreWriter writer(bank);
  TptpParser parser(bank);
  const SplitId split = writer.add_split("train");
  auto add = [&](const std::string& text) {
    const Formula formula = parser.parse(text);
    return writer.add_formula(formula.term, formula.language, formula.name);
  };
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    std::vector<Premise> premises;
    for (const std::string& text : proofs[i].premises) premises.push_back({add(text), true});
    const std::string name = "proof" + std::to_string(i);
    const FormulaId conjecture = add(proofs[i].conjecture);
    writer.add_example(
        {.name = name, .split = split, .conjecture = conjecture, .premises = premises});
  }
  AtomicFile output(file);
  output.write(writer.bytes());
  output.commit();
}

// It knows some of the symbols that formulas are made of, and not others.
void write_tiny_model(const std::string& file) {
  TermBank bank;
  const Problem problem = parse_tptp(
      "fof(one, axiom, ! [X] : (p(X) => q(f(X)))).\nfof(two, axiom, (r(a) | ~ p(b))).\n"
      "fof(three, axiom, ? [X] : (X = g(c))).\n",
      bank);
  std::vector<TermId> terms;
  for (const Formula& formula : problem.formulas) terms.push_back(formula.term);
  write_model(file, toy_model({.pooling = "dag", .mode = "pair"}, bank.view(), terms),
              Precision::f32);
}

}  // namespace winnow::random_tester
