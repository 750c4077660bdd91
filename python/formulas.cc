// python/formulas.cc - formulas, graphs and libraries.
#include <winnow/graph.h>
#include <winnow/library.h>
#include <winnow/statistics.h>
#include "python/parts.h"

namespace winnow::python {

namespace {

using namespace py::literals;
using std::filesystem::path;

// One formula of a problem, which it keeps alive.
struct FormulaOf {
  Formulas problem;
  std::size_t number;
  FormulaInfo info() const { return problem[number]; }
};

struct SaveSettings : SaveOptions {
  py::object progress = py::none();
};

Formulas read(const path& file, const py::kwargs& options) {
  return within_limits<ReadOptions>(options_of<ReadSettings>(options), [&](const ReadOptions& how) {
    return Formulas::read(file.string(), how);
  });
}

Formulas parse(const std::string& text, const py::kwargs& options) {
  return within_limits<ReadOptions>(options_of<ReadSettings>(options), [&](const ReadOptions& how) {
    return Formulas::parse(text, how);
  });
}

std::string picture(const Graph& graph) {
  return unlocked([&] { return graph.svg(); });
}

SaveReport save(const LibraryBuilder& builder, const path& file, const py::kwargs& given) {
  SaveSettings settings = options_of<SaveSettings>(given);
  Cancellation token;
  SaveOptions options = settings;
  Callback progress(settings.progress, token);
  options.progress = [&](std::size_t done, std::size_t total) {
    if (progress) progress(done, total);
    if (token.requested()) throw Stopped(Stopped::Reason::cancelled);
  };
  try {
    SaveReport report = interruptibly(token, [&] { return builder.save(file.string(), options); });
    progress.rethrow();
    return report;
  } catch (const Stopped&) {
    progress.rethrow();
    throw;
  }
}

}  // namespace

void bind_formulas(py::module_& m) {
  py::enum_<Syntax>(m, "Syntax", "The language of a text: TPTP, or HOL terms as HolStep has them.")
      .value("tptp", Syntax::tptp)
      .value("hol", Syntax::hol);
  auto options = bind_options<ReadSettings>(m, "ReadOptions", "How formulas are read.");
  bind_limits(options);
  options.def_readwrite("syntax", &ReadSettings::syntax, "tptp or hol")
      .def_readwrite("keep_going", &ReadSettings::keep_going,
                     "Leave out and list what cannot be read.")
      .def_readwrite("name", &ReadSettings::name, "Of a text in memory, for messages.")
      .def_readwrite("include_folders", &ReadSettings::include_folders,
                     "Where included files are looked for, too.");

  py::class_<FormulaOf>(m, "FormulaInfo", R"doc(One formula of a problem.

>>> formula = winnow.Formulas.parse("fof(one, axiom, p(a)).")[0]
>>> formula.name, formula.role, formula.language
('one', 'axiom', 'fof')
>>> formula.text
'fof(one, axiom, p(a)).'
)doc")
      .def_property_readonly(
          "name", text_property<FormulaOf>([](const FormulaOf& f) { return f.info().name; }))
      .def_property_readonly(
          "role", text_property<FormulaOf>([](const FormulaOf& f) { return f.info().role; }))
      .def_property_readonly("language", text_property<FormulaOf>(
                                             [](const FormulaOf& f) { return f.info().language; }))
      .def_property_readonly(
          "text", text_property<FormulaOf>([](const FormulaOf& f) { return f.info().text; }))
      .def_property_readonly(
          "file", text_property<FormulaOf>([](const FormulaOf& f) { return f.info().file; }))
      .def_property_readonly("line", [](const FormulaOf& f) { return f.info().line; })
      .def("__repr__", [](const FormulaOf& f) { return text_of(f.info().text); });

  py::class_<Formulas>(m, "Formulas",
                       R"doc(A problem: formulas with names and roles. It never changes.

>>> problem = winnow.Formulas.parse("fof(a, axiom, p(c)). fof(g, conjecture, p(c)).")
>>> len(problem)
2
>>> [formula.role for formula in problem]
['axiom', 'conjecture']
>>> winnow.Formulas.parse("C |- ((x = y) ==> (y = x))", syntax=winnow.Syntax.hol)[0].language
'hol'
)doc")
      .def_static("read", &read, "file"_a,
                  "Reads a file and what it includes. Keywords: those of ReadOptions.")
      .def_static("parse", &parse, "text"_a, "Reads a text. Keywords: those of ReadOptions.")
      .def("__len__", &Formulas::size)
      .def("__getitem__",
           [](const Formulas& problem, py::ssize_t i) {
             return FormulaOf{problem, index_of(i, problem.size())};
           })
      .def_property_readonly(
          "files", [](const Formulas& p) { return texts_of(p.files()); },
          "The main file, then what it includes.")
      .def_property_readonly(
          "skipped", [](const Formulas& p) { return texts_of(p.skipped()); },
          "With keep_going: messages about what could not be read.")
      .def("__repr__", [](const Formulas& problem) {
        return "<winnow.Formulas: " + std::to_string(problem.size()) + " of " +
               problem.files().front() + ">";
      });
}

void bind_graphs(py::module_& m) {
  py::class_<Graph>(
      m, "Graph",
      R"doc(A formula as a directed acyclic graph with shared subterms, as the models see it.

Arguments come before their parents. Arrays are those of C++, read-only and not copied.

>>> problem = winnow.Formulas.parse("fof(g, conjecture, p(f(a), f(a))).")
>>> graph = winnow.make_graph(problem, 0)
>>> [graph.label(node) for node in range(graph.nodes)]
['a', 'f', 'p']
>>> graph.edge_index.tolist()
[[0, 1, 1], [1, 2, 2]]
>>> graph.levels_up.tolist(), graph.levels_down.tolist()
([0, 1, 2], [2, 1, 0])
>>> graph.roots.tolist()
[2]
)doc")
      .def_property_readonly("nodes", &Graph::nodes, "How many there are.")
      .def_property_readonly("edges", &Graph::edges, "How many there are; f(a,a) has two.")
      .def_property_readonly("labels", shared<Graph>([](const Graph& g) { return g.labels(); }),
                             "[nodes] equal labels, equal numbers, within one problem")
      .def_property_readonly("kinds", shared<Graph>([](const Graph& g) { return g.kinds(); }),
                             "[nodes]")
      .def_property_readonly("edge_ends",
                             shared<Graph>([](const Graph& g) { return g.edge_ends(); }),
                             "[nodes] where a node's edges end")
      .def_property_readonly("parents", shared<Graph>([](const Graph& g) { return g.parents(); }),
                             "[edges]")
      .def_property_readonly("arguments",
                             shared<Graph>([](const Graph& g) { return g.arguments(); }), "[edges]")
      .def_property_readonly(
          "edge_index",
          [](const py::object& self) {
            const Graph& graph = self.cast<const Graph&>();
            return array_of(graph.edge_index(), {2, static_cast<py::ssize_t>(graph.edges())}, self);
          },
          "[2, edges] int64: arguments, then parents, for PyTorch Geometric and DGL")
      .def_property_readonly("ranks", shared<Graph>([](const Graph& g) { return g.ranks(); }),
                             "[edges] of the argument; 0 where order is none")
      .def_property_readonly("roots", shared<Graph>([](const Graph& g) { return g.roots(); }),
                             "[formulas]")
      .def_property_readonly("levels_up",
                             shared<Graph>([](const Graph& g) { return g.levels_up(); }),
                             "[nodes] 0: a leaf")
      .def_property_readonly("levels_down",
                             shared<Graph>([](const Graph& g) { return g.levels_down(); }),
                             "[nodes] 0: no parent")
      .def(
          "label",
          [](const Graph& g, std::size_t node) {
            return text_of(g.label(index_of(static_cast<py::ssize_t>(node), g.nodes())));
          },
          "node"_a, "The symbol of a node.")
      .def(
          "kind",
          [](const Graph& g, std::size_t node) {
            return text_of(g.kind(index_of(static_cast<py::ssize_t>(node), g.nodes())));
          },
          "node"_a, "Its kind: 'predicate', 'function', ...")
      .def(
          "edge_label",
          [](const Graph& g, std::size_t edge) {
            return text_of(g.edge_label(index_of(static_cast<py::ssize_t>(edge), g.edges())));
          },
          "edge"_a, "The label of an edge: '&0', 'function2'.")
      .def_property_readonly("formula_text",
                             text_property<Graph>([](const Graph& g) { return g.formula_text(); }),
                             "The formula without name and role.")
      .def_property_readonly("variable_names", &Graph::variable_names,
                             "[nodes] what its variables are called in that text; '' for others")
      .def("dot", text_property<Graph>([](const Graph& g) { return g.dot(); }), "For Graphviz.")
      .def("svg", text_property<Graph>(picture), "As a picture; Graphviz must be installed.")
      .def("_repr_svg_", text_property<Graph>(picture), "The picture in a notebook.")
      .def("__repr__", [](const Graph& g) {
        return "<winnow.Graph: " + std::to_string(g.nodes()) + " nodes, " +
               std::to_string(g.edges()) + " edges>";
      });
  m.def(
      "make_graph",
      [](const Formulas& problem, std::size_t formula, bool indexed_variables) {
        index_of(static_cast<py::ssize_t>(formula), problem.size());
        return unlocked(
            [&] { return make_graph(problem, formula, {.indexed_variables = indexed_variables}); });
      },
      "problem"_a, "formula"_a, "indexed_variables"_a = false, R"doc(The graph of one formula.

indexed_variables: bound variables by the depth of their binder, instead of one label for all.
)doc");
  m.def(
      "make_graph",
      [](const Formulas& problem, const std::vector<std::size_t>& formulas,
         bool indexed_variables) {
        for (std::size_t each : formulas) index_of(static_cast<py::ssize_t>(each), problem.size());
        return unlocked([&] {
          return make_graph(problem, formulas, {.indexed_variables = indexed_variables});
        });
      },
      "problem"_a, "formulas"_a, "indexed_variables"_a = false,
      R"doc(The graph of several formulas, which share what they have in common.

>>> problem = winnow.Formulas.parse("fof(a, axiom, p(c)). fof(b, axiom, q(c)).")
>>> winnow.make_graph(problem, [0, 1])
<winnow.Graph: 3 nodes, 2 edges>
)doc");
  m.def("find_formula", &find_formula, "problem"_a, "name"_a = "",
        R"doc(The number of the formula called name; '': of the conjecture, or of the only formula.

>>> problem = winnow.Formulas.parse("fof(a, axiom, p). fof(g, conjecture, p).")
>>> winnow.find_formula(problem)
1
)doc");
}

void bind_statistics(py::module_& m) {
  py::class_<NamedCount>(m, "NamedCount", "How many there are of what has a name.")
      .def_property_readonly("name", text_property<NamedCount>(&NamedCount::name))
      .def_readonly("count", &NamedCount::count)
      .def("__repr__", [](const NamedCount& c) {
        return py::str("NamedCount(name={!r}, count={})").format(text_of(c.name), c.count);
      });
  py::class_<Statistics> statistics(m, "Statistics", "Counts over problems and their graphs.");
  using Largest = decltype(Statistics::largest);
  py::class_<Largest>(statistics, "Largest", "The formula with the most nodes.")
      .def_property_readonly("name", text_property<Largest>(&Largest::name))
      .def_property_readonly("file", text_property<Largest>(&Largest::file))
      .def_readonly("line", &Largest::line)
      .def_readonly("nodes", &Largest::nodes);
  statistics.def_readonly("problems", &Statistics::problems)
      .def_readonly("formulas", &Statistics::formulas)
      .def_readonly("type_declarations", &Statistics::type_declarations)
      .def_readonly("symbols", &Statistics::symbols, "Different ones, without variables.")
      .def_readonly("nodes", &Statistics::nodes, "Of a graph for each formula.")
      .def_readonly("joint_nodes", &Statistics::joint_nodes, "Of a graph for each problem.")
      .def_readonly("edges", &Statistics::edges)
      .def_readonly("far_ranks", &Statistics::far_ranks, "Edges beyond last_rank.")
      .def_readonly("last_rank", &Statistics::last_rank, "The last of a model's table.")
      .def_readonly("max_depth", &Statistics::max_depth, "Edges from root to leaf.")
      .def_readonly("mean_depth", &Statistics::mean_depth)
      .def_readonly("sharing", &Statistics::sharing, "Nodes of the tree per node of the graph.")
      .def_readonly("languages", &Statistics::languages)
      .def_readonly("roles", &Statistics::roles)
      .def_readonly("symbol_kinds", &Statistics::symbol_kinds)
      .def_readonly("largest", &Statistics::largest)
      .def_property_readonly(
          "skipped", [](const Statistics& s) { return texts_of(s.skipped); },
          "Messages about what could not be read.");
  py::class_<StatisticsCounter>(m, "StatisticsCounter",
                                R"doc(Counts formulas, symbols and nodes of problems.

One thread at a time may use it.

>>> counter = winnow.StatisticsCounter()
>>> counter.add(winnow.Formulas.parse("fof(a, axiom, p(f(c), f(c))). fof(g, conjecture, p(c, c))."))
>>> figures = counter.figures()
>>> figures.formulas, figures.symbols, figures.nodes, figures.joint_nodes
(2, 3, 5, 4)
>>> figures.roles
[NamedCount(name='axiom', count=1), NamedCount(name='conjecture', count=1)]
>>> figures.largest.name, figures.largest.nodes
('a', 3)
)doc")
      .def(py::init<>())
      .def(
          "add",
          [](StatisticsCounter& counter, const Formulas& problem) {
            unlocked([&] { counter.add(problem); });
          },
          "problem"_a)
      .def("figures", &StatisticsCounter::figures, "Statistics of what was added so far.");
}

void bind_libraries(py::module_& m) {
  auto options = bind_options<SaveSettings>(m, "SaveOptions", "How an index is written.");
  options
      .def_readwrite("model", &SaveSettings::model, "Whose encodings are kept; 'none': nobody's.")
      .def_readwrite("threads", &SaveSettings::threads)
      .def_readwrite("progress", &SaveSettings::progress, "Called with (done, total), or None.");
  py::class_<SaveReport>(m, "SaveReport", "What LibraryBuilder.save did.")
      .def_readonly("formulas", &SaveReport::formulas)
      .def_readonly("repeated", &SaveReport::repeated)
      .def_readonly("encoded", &SaveReport::encoded)
      .def_readonly("model", &SaveReport::model)
      .def_readonly("note", &SaveReport::note);
  py::class_<LibraryBuilder>(m, "LibraryBuilder",
                             R"doc(Makes an index: a library of formulas on disk.

>>> builder = winnow.LibraryBuilder()
>>> builder.add("fof(a, axiom, p(c)). fof(b, axiom, q(c)).")
>>> builder.save("library.index", model="none").formulas
2
>>> winnow.Library.open("library.index").name(0)
'a'
>>> for shard in range(2):
...     part = winnow.LibraryBuilder(shard=shard, shards=2)
...     part.add("fof(a, axiom, p(c)). fof(b, axiom, q(c)).")
...     _ = part.save(f"library.{shard}.index", model="none")
>>> len(winnow.Library.open(["library.1.index", "library.0.index"]))
2
)doc")
      .def(py::init([](std::uint32_t shard, std::uint32_t shards) {
             return LibraryBuilder({.index = shard, .count = shards});
           }),
           "shard"_a = 0, "shards"_a = 1)
      .def(
          "read",
          [](LibraryBuilder& builder, const path& file, const py::kwargs& given) {
            within_limits<ReadOptions>(
                options_of<ReadSettings>(given),
                [&](const ReadOptions& how) { return builder.read(file.string(), how); });
          },
          "file"_a, "Adds the axioms of a TPTP file. Keywords: those of ReadOptions.")
      .def(
          "reuse", [](LibraryBuilder& builder, const path& file) { builder.reuse(file.string()); },
          "file"_a, py::call_guard<py::gil_scoped_release>(),
          "Takes formulas that this index has from it. Call it first.")
      .def("add", &LibraryBuilder::add, "text"_a, py::call_guard<py::gil_scoped_release>(),
           "Adds annotated TPTP formulas.")
      .def_property_readonly("files", &LibraryBuilder::files)
      .def("save", &save, "file"_a,
           "Writes the file completely or not at all. Keywords: those of SaveOptions.");
  py::class_<Library>(m, "Library", "An index that is open for reading.")
      .def_static(
          "open", [](const FilesOf& files) { return Library::open(names(files)); }, "files"_a,
          py::call_guard<py::gil_scoped_release>(), "A file, or a list of all shards.")
      .def("__len__", &Library::size)
      .def(
          "name",
          [](const Library& l, py::ssize_t i) { return text_of(l.name(index_of(i, l.size()))); },
          "i"_a)
      .def(
          "text",
          [](const Library& l, py::ssize_t i) { return text_of(l.text(index_of(i, l.size()))); },
          "i"_a)
      .def(
          "declares_type",
          [](const Library& l, py::ssize_t i) { return l.declares_type(index_of(i, l.size())); },
          "i"_a)
      .def_property_readonly("has_encodings", &Library::has_encodings);
}

}  // namespace winnow::python
