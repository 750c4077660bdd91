// The examples of public headers, each between the name of its header and a line "end": what stands
// there is what the header shows (header_examples_test.sh). Runs in a folder with problem.p and
// axioms.ax.
#include <winnow/winnow.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace {

winnow::Formulas reads_a_problem() {
  // formula.h
  winnow::Formulas problem = winnow::Formulas::read("problem.p");
  for (winnow::FormulaInfo formula : problem) std::cout << formula.name << '\n';
  // end
  return problem;
}

void draws_a_graph(const winnow::Formulas& problem) {
  // graph.h
  winnow::Graph graph = winnow::make_graph(problem, 0);
  for (std::size_t i = 0; i < graph.nodes(); ++i) std::cout << graph.label(i) << '\n';
  // end
}

void counts_a_problem() {
  // statistics.h
  winnow::StatisticsCounter counter;
  counter.add(winnow::Formulas::read("problem.p"));
  std::cout << counter.figures().formulas << " formulas\n";
  // end
}

void makes_an_index() {
  // library.h
  winnow::LibraryBuilder builder;
  builder.read("axioms.ax");
  builder.save("library.index");
  winnow::Selector selector = winnow::Selector::open({.index = "library.index"});
  // end
}

void makes_an_index_again() {
  winnow::LibraryBuilder builder;
  // library.h
  builder.reuse("library.index");
  builder.read("axioms.ax");
  builder.save("library.index");
  // end
}

void makes_a_shard() {
  // library.h
  winnow::LibraryBuilder builder({.index = 3, .count = 16});
  builder.read("axioms.ax");
  builder.save("library.3.index");
  // end
}

void divides_an_index() {
  try {
    winnow::check_inverted_files();
  } catch (const winnow::InputError&) {
    return;  // built without Faiss
  }
  // library.h
  winnow::write_inverted_file("library.index");
  winnow::Selector selector =
      winnow::Selector::open({.index = "library.index", .approximate = true});
  // end
}

void opens_one_file_or_several() {
  for (std::uint32_t i = 0; i < 2; ++i) {
    winnow::LibraryBuilder builder({.index = i, .count = 2});
    builder.read("axioms.ax");
    builder.save("library." + std::to_string(i) + ".index");
  }
  // file_names.h
  winnow::Selector::open({.index = "library.index"});
  winnow::Selector::open({.index = {"library.0.index", "library.1.index"}});
  // end
}

void ranks_premises() {
  // selector.h
  winnow::Selector selector = winnow::Selector::open({.index = "library.index"});
  selector.add("fof(mine, axiom, ! [X] : p(X)).");
  for (const winnow::Ranked& premise : selector.rank("fof(goal, conjecture, p(a)).", {.k = 32}))
    std::cout << premise.name << ' ' << premise.score << '\n';
  // end
}

void ask_for_a_store() { std::cout << "a store, please\n"; }

void knows_why_it_is_refused() {
  const winnow::Selector selector = winnow::Selector::open({.model = "none"});
  const char* goal = "fof(a, axiom, p). fof(goal, conjecture, p).";
  // error_code.h
  try {
    selector.rank(goal, {.ranker = "knn"});
  } catch (const winnow::CodedError& error) {
    if (error.code() == winnow::ErrorCode::no_proofs) ask_for_a_store();
  }
  // end
}

void looks_into_a_model() {
  // model.h
  winnow::ModelTensors model = winnow::ModelTensors::open("mizar-rank");
  for (const std::string& name : model.names()) std::cout << name << '\n';
  winnow::ModelTensor symbols = model.tensor("start.table");  // shape and f32 values
  // end
  std::cout << symbols.shape.size() << " dimensions\n";
}

void says_how_good_logits_are() {
  const std::vector<float> logits = {1, -1, 2, -2}, others = {1, -1, 2, 2};
  const std::vector<bool> useful = {true, false, true, true};
  const std::vector<std::uint64_t> item_ends = {2, 4};
  // evaluation.h
  winnow::Evaluation figures = winnow::evaluate(logits, useful, item_ends);
  std::cout << figures.binary.accuracy << " from " << figures.interval.low << '\n';
  if (winnow::compare(logits, others, useful, item_ends).differs()) std::cout << "they differ\n";
  // end
}

}  // namespace

int main() {
  draws_a_graph(reads_a_problem());
  counts_a_problem();
  makes_an_index();
  makes_an_index_again();
  makes_a_shard();
  divides_an_index();
  opens_one_file_or_several();
  ranks_premises();
  knows_why_it_is_refused();
  looks_into_a_model();
  says_how_good_logits_are();
}
