// python/data.cc - data sets, what models say about them, and models as arrays.
#include <winnow/evaluation.h>
#include <winnow/model.h>
#include <winnow/score.h>
#include <winnow/store.h>
#include "python/parts.h"

#include <algorithm>

namespace winnow::python {

namespace {

using namespace py::literals;
using std::filesystem::path;

// An example, and the examples of a split; they keep their store alive.
struct ExampleOf {
  DataStore store;
  std::size_t number;
  Example example;
};
struct SplitOf {
  DataStore store;
  Split split;
  std::size_t size() const { return split.last - split.first; }
};

ExampleOf example_of(const DataStore& store, std::size_t i) { return {store, i, store.example(i)}; }

struct ScoringSettings : ScoringOptions, Limits {
  py::object progress = py::none();
};

SplitScores score_split(const path& model, const DataStore& store, const std::string& split,
                        const py::kwargs& given) {
  ScoringSettings settings = options_of<ScoringSettings>(given);
  std::shared_ptr<Cancellation> token = settings.token();
  ScoringOptions options = settings;
  options.stop = settings.until(*token);
  Callback progress(settings.progress, *token);
  if (progress) options.progress = std::ref(progress);
  try {
    SplitScores scores =
        interruptibly(*token, [&] { return score(model.string(), store, split, options); });
    progress.rethrow();
    return scores;
  } catch (const Stopped&) {
    progress.rethrow();
    throw;
  }
}

py::array_t<bool> array_of(const std::vector<bool>& bits) {
  py::array_t<bool> result(static_cast<py::ssize_t>(bits.size()));
  auto view = result.mutable_unchecked<1>();
  for (std::size_t i = 0; i < bits.size(); ++i) view(static_cast<py::ssize_t>(i)) = bits[i];
  return result;
}

std::vector<bool> truth_of(const py::array_t<bool, py::array::forcecast>& useful) {
  auto view = useful.unchecked<1>();
  std::vector<bool> result(static_cast<std::size_t>(view.shape(0)));
  for (py::ssize_t i = 0; i < view.shape(0); ++i) result[static_cast<std::size_t>(i)] = view(i);
  return result;
}

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Counts = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;
using Truths = py::array_t<bool, py::array::forcecast>;

template <class Array>
auto span_of(const Array& array) {
  if (array.ndim() != 1) throw py::value_error("an array of one dimension is needed");
  return std::span(array.data(), static_cast<std::size_t>(array.size()));
}

}  // namespace

void bind_stores(py::module_& m) {
  py::class_<ExamplePremise>(m, "ExamplePremise", "A premise of an example.")
      .def_readonly("formula", &ExamplePremise::formula, "Its number in the store.")
      .def_readonly("useful", &ExamplePremise::useful)
      .def("__repr__", [](const ExamplePremise& p) {
        return py::str("ExamplePremise(formula={}, useful={})").format(p.formula, p.useful);
      });
  py::class_<ExampleOf>(m, "Example", "A conjecture with premises, useful and not.")
      .def_property_readonly(
          "name", text_property<ExampleOf>([](const ExampleOf& e) { return e.example.name; }))
      .def_property_readonly(
          "conjecture", [](const ExampleOf& e) { return e.example.conjecture; },
          "The number of a formula in the store.")
      .def_property_readonly("premises", [](const ExampleOf& e) { return e.example.premises; })
      .def(
          "problem", [](const ExampleOf& e) { return e.store.problem(e.number); },
          "Its formulas: the conjecture, then the premises.")
      .def("__repr__", [](const ExampleOf& e) {
        return py::str("<winnow.Example: {}, {} premises>")
            .format(text_of(e.example.name), e.example.premises.size());
      });
  py::class_<SplitOf>(m, "Split", "The examples of one split, as a sequence.")
      .def_property_readonly("name",
                             text_property<SplitOf>([](const SplitOf& s) { return s.split.name; }))
      .def_property_readonly("first", [](const SplitOf& s) { return s.split.first; })
      .def_property_readonly("last", [](const SplitOf& s) { return s.split.last; })
      .def("__len__", &SplitOf::size)
      .def("__getitem__",
           [](const SplitOf& s, py::ssize_t i) {
             return example_of(s.store, s.split.first + index_of(i, s.size()));
           })
      .def("__repr__", [](const SplitOf& s) {
        return py::str("<winnow.Split: {}, {} examples>").format(text_of(s.split.name), s.size());
      });
  py::class_<DataStore>(m, "DataStore",
                        R"doc(A data set: a sequence of examples in one file. It never changes.

>>> store = winnow.DataStore.open("tiny.store")
>>> len(store), [split.name for split in store.splits]
(3, ['train', 'dev'])
>>> example = store.split("dev")[0]
>>> example.name, store.name(example.conjecture)
('third', 'third')
>>> [(store.name(p.formula), p.useful) for p in example.premises]
[('base', True), ('other', False)]
>>> graph = winnow.make_graph(example.problem(), 0)
>>> graph.nodes
2
)doc")
      .def_static(
          "open", [](const path& file) { return DataStore::open(file.string()); }, "file"_a,
          py::call_guard<py::gil_scoped_release>())
      .def("__len__", &DataStore::examples)
      .def("__getitem__",
           [](const DataStore& store, py::ssize_t i) {
             return example_of(store, index_of(i, store.examples()));
           })
      .def_property_readonly("splits",
                             [](const DataStore& store) {
                               std::vector<SplitOf> result;
                               for (const Split& each : store.splits())
                                 result.push_back({store, each});
                               return result;
                             })
      .def(
          "split",
          [](const DataStore& store, const std::string& name) {
            return SplitOf{store, store.split(name)};
          },
          "name"_a)
      .def_property_readonly("formulas", &DataStore::formulas, "How many there are.")
      .def(
          "name",
          [](const DataStore& s, py::ssize_t i) {
            return text_of(s.name(index_of(i, s.formulas())));
          },
          "formula"_a)
      .def(
          "text",
          [](const DataStore& s, py::ssize_t i) {
            return text_of(s.text(index_of(i, s.formulas())));
          },
          "formula"_a, "Printed, without name and role.")
      .def_property_readonly("file", &DataStore::file)
      .def("__repr__", [](const DataStore& s) {
        return py::str("<winnow.DataStore: {}, {} examples>").format(s.file(), s.examples());
      });
}

void bind_scores(py::module_& m) {
  auto options = bind_options<ScoringSettings>(m, "ScoringOptions", "How a split is scored.");
  bind_limits(options);
  options.def_readwrite("mode", &ScoringSettings::mode, "joint or pair")
      .def_readwrite("batch", &ScoringSettings::batch)
      .def_readwrite("threads", &ScoringSettings::threads)
      .def_readwrite("most_examples", &ScoringSettings::most_examples,
                     "The first so many that have premises; 0: all.")
      .def_readwrite("unknown_symbols", &ScoringSettings::unknown_symbols,
                     "Every symbol that the data name counts as unknown.")
      .def_readwrite("progress", &ScoringSettings::progress, "Called with (done, total), or None.");
  py::class_<SplitScores>(m, "SplitScores", "A model's logits for all premises of a split.")
      .def_readonly("mode", &SplitScores::mode)
      .def_readonly("trained_mode", &SplitScores::trained_mode,
                    "Of the model; where it is not mode, accuracy may be far lower.")
      .def_property_readonly("logits", shared<SplitScores>([](const SplitScores& s) {
                               return std::span<const float>(s.logits);
                             }),
                             "[premises] example after example")
      .def_property_readonly(
          "useful", [](const SplitScores& s) { return array_of(s.useful); },
          "[premises] what was true")
      .def_property_readonly("item_ends", shared<SplitScores>([](const SplitScores& s) {
                               return std::span<const std::uint64_t>(s.item_ends);
                             }),
                             "[examples] where its premises end")
      .def_property_readonly(
          "unseen", [](const SplitScores& s) { return array_of(s.unseen); },
          "[premises] no training example has this formula; empty if the store has no split "
          "'train'");
  m.def("only_unseen", &only_unseen, "scores"_a, "The same about unseen premises alone.");
  m.def(
      "score", &score_split, "model"_a, "store"_a, "split"_a,
      R"doc(What a model file says about the examples of a split. Keywords: those of ScoringOptions.

>>> store = winnow.DataStore.open("tiny.store")
>>> scores = winnow.score(winnow.ModelTensors.open("mizar-joint").file, store, "dev")
>>> scores.logits.shape, scores.useful.tolist(), scores.item_ends.tolist()
((2,), [True, False], [2])
>>> model = winnow.ModelTensors.open("mizar-joint").file
>>> winnow.score(model, store, "dev", most_examples=1, unknown_symbols=True).logits.shape
(2,)
)doc");

  py::class_<BinaryMetrics>(m, "BinaryMetrics", "Figures over premises.")
      .def_readonly("items", &BinaryMetrics::items)
      .def_readonly("accuracy", &BinaryMetrics::accuracy)
      .def_readonly("precision", &BinaryMetrics::precision)
      .def_readonly("recall", &BinaryMetrics::recall)
      .def_readonly("loss", &BinaryMetrics::loss)
      .def_readonly("auc", &BinaryMetrics::auc)
      .def_readonly("average_precision", &BinaryMetrics::average_precision);
  py::class_<AccuracyInterval>(m, "AccuracyInterval", "The middle 95 % of bootstrap samples.")
      .def_readonly("low", &AccuracyInterval::low)
      .def_readonly("high", &AccuracyInterval::high);
  py::class_<ExampleMetrics>(m, "ExampleMetrics", "Figures in which every example counts the same.")
      .def_readonly("examples", &ExampleMetrics::examples)
      .def_readonly("perfect", &ExampleMetrics::perfect)
      .def_readonly("mean", &ExampleMetrics::mean)
      .def_readonly("quantiles", &ExampleMetrics::quantiles)
      .def_readonly("histogram", &ExampleMetrics::histogram);
  py::class_<CalibrationBin>(m, "CalibrationBin", "Premises of about one probability.")
      .def_readonly("items", &CalibrationBin::items)
      .def_readonly("said", &CalibrationBin::said)
      .def_readonly("was", &CalibrationBin::was);
  py::class_<Calibration>(m, "Calibration", "Whether probabilities mean what they say.")
      .def_readonly("bins", &Calibration::bins)
      .def_readonly("error", &Calibration::error);
  py::class_<Evaluation>(m, "Evaluation", "All figures about the predictions of one model.")
      .def_readonly("binary", &Evaluation::binary)
      .def_readonly("interval", &Evaluation::interval)
      .def_readonly("by_example", &Evaluation::by_example)
      .def_readonly("calibrated", &Evaluation::calibrated);
  m.def("evaluate", py::overload_cast<const SplitScores&>(&evaluate), "scores"_a,
        py::call_guard<py::gil_scoped_release>());
  m.def(
      "evaluate",
      [](const Floats& logits, const Truths& useful, const Counts& item_ends) {
        std::vector<bool> truth = truth_of(useful);
        auto numbers = span_of(logits);
        auto ends = span_of(item_ends);
        return unlocked([&] { return evaluate(numbers, truth, ends); });
      },
      "logits"_a, "useful"_a, "item_ends"_a,
      R"doc(Figures about logits; item_ends says where each example ends.

>>> figures = winnow.evaluate([2.0, -1.0, 0.5, -3.0], [True, False, False, False], [2, 4])
>>> figures.binary.accuracy, figures.by_example.perfect
(0.75, 1)
)doc");

  py::class_<McNemar>(m, "McNemar", "Premises that exactly one of two models gets right.")
      .def_readonly("only_first", &McNemar::only_first)
      .def_readonly("only_second", &McNemar::only_second)
      .def_readonly("p_value", &McNemar::p_value)
      .def_readonly("exact", &McNemar::exact);
  py::class_<PermutationTest>(m, "PermutationTest", "Whether two models differ, by whole examples.")
      .def_readonly("difference", &PermutationTest::difference)
      .def_readonly("p_value", &PermutationTest::p_value)
      .def_readonly("examples", &PermutationTest::examples);
  py::class_<Comparison>(m, "Comparison", "Two models on the same premises.")
      .def_readonly("premises", &Comparison::premises)
      .def_readonly("examples", &Comparison::examples)
      .def_property_readonly("differs", &Comparison::differs);
  m.def(
      "compare",
      [](const Floats& first, const Floats& second, const Truths& useful, const Counts& item_ends) {
        std::vector<bool> truth = truth_of(useful);
        auto one = span_of(first), other = span_of(second);
        auto ends = span_of(item_ends);
        return unlocked([&] { return compare(one, other, truth, ends); });
      },
      "first"_a, "second"_a, "useful"_a, "item_ends"_a,
      R"doc(Two models' logits for the same premises.

>>> winnow.compare([1.0, -1.0], [1.0, 1.0], [True, False], [1, 2]).premises.only_first
1
)doc");
}

void bind_models(py::module_& m) {
  py::class_<ModelTensors>(m, "ModelTensors",
                           R"doc(A model's tensors by name, as arrays that are not copied.

>>> model = winnow.ModelTensors.open("mizar-pair")
>>> "classifier.out.weight" in model
True
>>> model["classifier.out.weight"].dtype
dtype('float32')
>>> model.options["mode"]
'pair'
)doc")
      .def_static(
          "open",
          [](const path& model) {
            return unlocked([&] { return ModelTensors::open(model.string()); });
          },
          "model"_a = path(), "A file, or the name of a model that came with winnow.")
      .def("names", &ModelTensors::names)
      .def("__len__", [](const ModelTensors& model) { return model.names().size(); })
      .def("__contains__",
           [](const ModelTensors& model, const std::string& name) {
             return std::ranges::binary_search(model.names(), name);
           })
      .def("__iter__", [](const ModelTensors& model) { return py::iter(py::cast(model.names())); })
      .def("keys", &ModelTensors::names)
      .def("__getitem__",
           [](const py::object& self, const std::string& name) {
             ModelTensor tensor = self.cast<const ModelTensors&>().tensor(name);
             return array_of(tensor.values, {tensor.shape.begin(), tensor.shape.end()}, self);
           })
      .def_property_readonly(
          "options",
          [](const ModelTensors& model) {
            py::dict result;
            each_option(model.options(), [&](std::string_view name, const auto& value,
                                             std::string_view) { result[text_of(name)] = value; });
            return result;
          },
          "Its shape: options of winnow train by name.")
      .def_property_readonly("history", text_property<ModelTensors>(&ModelTensors::history),
                             "JSON: data, options and figures of its training.")
      .def_property_readonly("file", &ModelTensors::file)
      .def("__repr__", [](const ModelTensors& model) {
        return py::str("<winnow.ModelTensors: {}, {} tensors>")
            .format(model.file(), model.names().size());
      });
}

}  // namespace winnow::python
