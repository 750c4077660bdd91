// python/selecting.cc - selecting premises, and proving.
#include <winnow/error.h>
#include <winnow/prove.h>
#include <winnow/selector.h>
#include "python/parts.h"

namespace winnow::python {

namespace {

using namespace py::literals;
using std::filesystem::path;

struct SelectorSettings : SelectorOptions, Limits {};
struct RankSettings : RankOptions, Limits {};
struct ProveSettings : ProveOptions {
  RankSettings rank;
  std::shared_ptr<Cancellation> cancel;
  py::object on_ranked = py::none(), on_start = py::none(), on_slice = py::none();
};

Selector open(const py::kwargs& options) {
  return within_limits<SelectorOptions>(
      options_of<SelectorSettings>(options),
      [](const SelectorOptions& how) { return Selector::open(how); });
}

template <class Goal>
Selection rank(const Selector& selector, const Goal& goal, const py::kwargs& options) {
  return within_limits<RankOptions>(options_of<RankSettings>(options), [&](const RankOptions& how) {
    return selector.rank(goal, how);
  });
}

template <class Goal>
Proof prove_goal(const Selector& selector, const Goal& goal, const py::kwargs& given) {
  ProveSettings settings = options_of<ProveSettings>(given);
  std::shared_ptr<Cancellation> token =
      settings.cancel != nullptr ? settings.cancel : settings.rank.token();
  ProveOptions options = settings;
  options.rank = settings.rank;
  options.rank.stop = settings.rank.until(*token);
  options.cancel = token.get();
  Callback on_ranked(settings.on_ranked, *token), on_start(settings.on_start, *token),
      on_slice(settings.on_slice, *token);
  if (on_ranked) options.on_ranked = std::ref(on_ranked);
  if (on_start) options.on_start = std::ref(on_start);
  if (on_slice) options.on_slice = std::ref(on_slice);
  auto raise = [&] { on_ranked.rethrow(), on_start.rethrow(), on_slice.rethrow(); };
  try {
    Proof proof = interruptibly(*token, [&] { return prove(selector, goal, options); });
    raise();
    return proof;
  } catch (const Stopped&) {
    raise();
    throw;
  }
}

void check_options(const py::kwargs& given) {
  ProveSettings settings = options_of<ProveSettings>(given);
  ProveOptions options = settings;
  options.rank = settings.rank;
  unlocked([&] { check(options); });
}

// None where it cannot be drawn: a notebook then shows what repr() says.
py::object picture(const Proof& proof) {
  if (proof.text.empty()) return py::none();
  try {
    return text_of(unlocked([&] { return proof_svg(proof.text); }));
  } catch (const InputError&) {
    return py::none();
  }
}

}  // namespace

void bind_selector(py::module_& m) {
  auto open_options =
      bind_options<SelectorSettings>(m, "SelectorOptions", "What Selector.open reads.");
  bind_limits(open_options);
  open_options
      .def_readwrite("model", &SelectorSettings::model, "A file or a name; 'none': no model.")
      .def_readwrite("mode", &SelectorSettings::mode, "joint or pair")
      .def_property(
          "index",
          [](const SelectorSettings& settings) { return std::vector<std::string>(settings.index); },
          [](SelectorSettings& settings, const FilesOf& files) { settings.index = names(files); },
          "A file of LibraryBuilder.save, or a list of several, or of all shards of a library.")
      .def_readwrite("approximate", &SelectorSettings::approximate,
                     "Questions look at a part of the index, by its inverted file.")
      .def_readwrite("proofs", &SelectorSettings::proofs, "A store of earlier proofs.")
      .def_readwrite("threads", &SelectorSettings::threads);
  auto options = bind_options<RankSettings>(m, "RankOptions", "How premises are ranked.");
  bind_limits(options);
  options.def_readwrite("k", &RankSettings::k, "Premises beside those that always stay.")
      .def_readwrite("ranker", &RankSettings::ranker, "'auto', 'tfidf', 'knn', 'fusion', ...")
      .def_readwrite("goal", &RankSettings::goal, "The name of the formula to rank for.")
      .def_readwrite("required", &RankSettings::required, "Names of premises that always stay.")
      .def_readwrite("required_roles", &RankSettings::required_roles)
      .def_readwrite("first_stage", &RankSettings::first_stage)
      .def_readwrite("rerank", &RankSettings::rerank, "Candidates that attention reranks.")
      .def_readwrite("rerank_all", &RankSettings::rerank_all)
      .def_readwrite("trust", &RankSettings::trust)
      .def_readwrite("probes", &RankSettings::probes,
                     "Of an approximate selector: lists that are looked at.")
      .def_readwrite("nearest", &RankSettings::nearest,
                     "Of an approximate selector: formulas that are ranked.")
      .def_readwrite("why", &RankSettings::why, "Fill in Ranked.why.")
      .def_readwrite("explain", &RankSettings::explain,
                     "Names of premises: fill in Ranked.why and Ranked.explanation.");
  m.attr("ALL_PREMISES") = kAllPremises;

  py::class_<Reason>(m, "Reason", "One thing that spoke for or against a premise.")
      .def_readonly("name", &Reason::name)
      .def_readonly("value", &Reason::value)
      .def_readonly("rank", &Reason::rank)
      .def_readonly("effect", &Reason::effect,
                    "Of a feature of an explained premise: what it adds to the score.")
      .def("__repr__", [](const Reason& reason) {
        return py::str("Reason(name={!r}, value={:.4g}, rank={})")
            .format(reason.name, reason.value, reason.rank);
      });
  py::class_<Explanation> explanation(m, "Explanation",
                                      "What a premise has to do with the goal, in names.");
  py::class_<Explanation::Symbol>(explanation, "Symbol", "A symbol of a premise.")
      .def_property_readonly("name", text_property<Explanation::Symbol>(&Explanation::Symbol::name))
      .def_readonly("formulas", &Explanation::Symbol::formulas, "Formulas that have it.")
      .def_readonly("rarity", &Explanation::Symbol::rarity, "ln(counted / formulas)");
  py::class_<Explanation::Proof>(explanation, "Proof", "An earlier proof that used a premise.")
      .def_property_readonly("conjecture",
                             text_property<Explanation::Proof>(&Explanation::Proof::conjecture))
      .def_readonly("similarity", &Explanation::Proof::similarity, "To the goal, 0 to 1.")
      .def_readonly("votes", &Explanation::Proof::votes, "Near enough to vote in 'knn'.")
      .def_readonly("itself", &Explanation::Proof::itself, "The premise was what was proved.");
  explanation.def_readonly("shared", &Explanation::shared, "Symbols that the goal has, too.")
      .def_readonly("of_the_best", &Explanation::of_the_best,
                    "Symbols that only the best other premises have.")
      .def_readonly("unexplained", &Explanation::unexplained, "Symbols that neither has.")
      .def_readonly("counted", &Explanation::counted, "Formulas in which symbols were counted.")
      .def_readonly("proofs", &Explanation::proofs, "That used it, the most similar first.")
      .def_readonly("proofs_all", &Explanation::proofs_all, "How many used it.");
  py::class_<Ranked>(m, "Ranked", "A premise with its score.")
      .def_property_readonly("name", text_property<Ranked>(&Ranked::name))
      .def_property_readonly("text", text_property<Ranked>(&Ranked::text))
      .def_readonly("score", &Ranked::score, "Comparable within one selection.")
      .def_readonly("required", &Ranked::required)
      .def_readonly("why", &Ranked::why)
      .def_readonly("explanation", &Ranked::explanation,
                    "An Explanation of those that RankOptions.explain names, else None.")
      .def("__repr__", [](const Ranked& premise) {
        return py::str("Ranked(name={!r}, score={:.4g})")
            .format(text_of(premise.name), premise.score);
      });
  py::class_<Selection>(m, "Selection", "Premises: those that always stay, then the best others.")
      .def("__len__", [](const Selection& s) { return s.premises.size(); })
      .def("__getitem__", [](const Selection& s,
                             py::ssize_t i) { return s.premises[index_of(i, s.premises.size())]; })
      .def_readonly("premises", &Selection::premises)
      .def_property_readonly("goal", text_property<Selection>(&Selection::goal))
      .def_property_readonly("goal_text", text_property<Selection>(&Selection::goal_text))
      .def_property_readonly("declarations",
                             [](const Selection& s) { return texts_of(s.declarations); })
      .def_readonly("candidates", &Selection::candidates)
      .def_readonly("ranker", &Selection::ranker)
      .def_property_readonly("notes", [](const Selection& s) { return texts_of(s.notes); })
      .def_readonly("model", &Selection::model)
      .def_readonly("mode", &Selection::mode)
      .def("problem", text_property<Selection>(&Selection::problem), "As a TPTP problem.")
      .def("__repr__", [](const Selection& s) {
        return py::str("<winnow.Selection: {} of {} by {}>")
            .format(s.premises.size(), s.candidates, s.ranker);
      });

  py::class_<Selector>(m, "Selector", R"doc(The premises that a goal needs, out of thousands.

rank may be called from several threads at once, also while another adds formulas.

>>> selector = winnow.Selector.open(model="none")
>>> selector.add("fof(man, axiom, man(socrates)).")
1
>>> selector.add("fof(mortal, axiom, ! [X] : (man(X) => mortal(X))). fof(far, axiom, q(b)).")
2
>>> goal = "fof(goal, conjecture, mortal(socrates))."
>>> sorted(premise.name for premise in selector.rank(goal, k=2))
['man', 'mortal']
>>> selector.rank(goal, k=2, ranker="tfidf", why=True)[0].why[0].name
'tfidf'
)doc")
      .def_static("open", &open,
                  "Reads model, index and proofs, once. Keywords: those of SelectorOptions.")
      .def(
          "add",
          [](Selector& selector, const std::string& text) {
            Cancellation token;
            return interruptibly(token, [&] {
              return selector.add(Formulas::parse(text, {.stop = Stop(Deadline::never(), &token)}));
            });
          },
          "text"_a, "Adds annotated TPTP formulas; returns how many were new.")
      .def(
          "add",
          [](Selector& selector, const Formulas& problem) {
            return unlocked([&] { return selector.add(problem); });
          },
          "problem"_a)
      .def("__len__", &Selector::size, py::call_guard<py::gil_scoped_release>())
      .def("rank", &rank<Formulas>, "problem"_a, py::pos_only())
      .def("rank", &rank<std::string>, "text"_a, py::pos_only(),
           R"doc(The best premises for a goal: a problem, or a text. Keywords: those of RankOptions.

>>> selector = winnow.Selector.open(model="none")
>>> text = "fof(one, axiom, p(a)). fof(two, axiom, q(a)). fof(mine, axiom, p(b))."
>>> [premise.name for premise in selector.rank(text, goal="mine", k=1)]
['one']
)doc")
      .def_property_readonly("has_model", &Selector::has_model)
      .def_property_readonly("has_proofs", &Selector::has_proofs)
      .def_property_readonly("best_ranker", &Selector::best_ranker, "What 'auto' means here.");
  m.def("needs_model", &needs_model, "ranker"_a, R"doc(Whether a ranker needs a model.

>>> winnow.needs_model("tfidf")
False
)doc");
}

void bind_prove(py::module_& m) {
  py::enum_<Verdict>(m, "Verdict", "How an attempt to prove something ended.")
      .value("proved", Verdict::proved)
      .value("refuted", Verdict::refuted)
      .value("gave_up", Verdict::gave_up)
      .value("out_of_time", Verdict::out_of_time)
      .value("out_of_memory", Verdict::out_of_memory)
      .value("cancelled", Verdict::cancelled)
      .value("failed", Verdict::failed)
      .value("disputed", Verdict::disputed);
  m.def("szs_status", &szs_status, "verdict"_a, R"doc(The word of the SZS ontology.

>>> winnow.szs_status(winnow.Verdict.proved)
'Theorem'
)doc");
  auto options = bind_options<ProveSettings>(m, "ProveOptions", "How a goal is proved.");
  options.def_readwrite("time_limit_s", &ProveSettings::time_limit_s, "For everything.")
      .def_readwrite("cancel", &ProveSettings::cancel, "A Cancellation, or None.")
      .def_property(
          "rank", [](const ProveSettings& o) { return o.rank; },
          [](ProveSettings& o, const py::object& rank) {
            o.rank = py::isinstance<py::dict>(rank) ? options_of<RankSettings>(py::kwargs(rank))
                                                    : rank.cast<RankSettings>();
          },
          "RankOptions, or a dict of them.")
      .def_readwrite("provers", &ProveSettings::provers,
                     "Names, or commands with {file}, {time}, {memory}; none: all that are found.")
      .def_readwrite("schedule", &ProveSettings::schedule, "A file; '': winnow's own.")
      .def_readwrite("slices", &ProveSettings::slices,
                     "How many premises, instead of a schedule: '16,32,...,2048,all'.")
      .def_readwrite("jobs", &ProveSettings::jobs, "Provers at once.")
      .def_readwrite("memory_mib", &ProveSettings::memory_mib)
      .def_readwrite("cpu_time", &ProveSettings::cpu_time)
      .def_readwrite("numbers", &ProveSettings::numbers)
      .def_readwrite("check", &ProveSettings::check, "Ask a second prover about a proof.")
      .def_readwrite("minimise", &ProveSettings::minimise, "Leave axioms out until none can be.")
      .def_readwrite("derivation", &ProveSettings::derivation, "A TSTP proof in any case.")
      .def_readwrite("every", &ProveSettings::every,
                     "Every step for all of its time, also after a proof: to compare them.")
      .def_readwrite("on_ranked", &ProveSettings::on_ranked, "Called with a RankedGoal, or None.")
      .def_readwrite("on_start", &ProveSettings::on_start,
                     "Called with a ProofSlice as a run starts, or None.")
      .def_readwrite("on_slice", &ProveSettings::on_slice,
                     "Called with a ProofSlice as a run ends, or None.");
  py::class_<ProofSlice>(m, "ProofSlice", "One run of a prover.")
      .def_readonly("prover", &ProofSlice::prover)
      .def_readonly("k", &ProofSlice::k)
      .def_readonly("wanted", &ProofSlice::wanted, "Premises that the schedule asks for.")
      .def_readonly("all", &ProofSlice::all)
      .def_readonly("ranker", &ProofSlice::ranker)
      .def_readonly("verdict", &ProofSlice::verdict)
      .def_readonly("status", &ProofSlice::status)
      .def_property_readonly("message", text_property<ProofSlice>(&ProofSlice::message))
      .def_readonly("limit_s", &ProofSlice::limit_s)
      .def_readonly("cpu_s", &ProofSlice::cpu_s)
      .def_readonly("wall_s", &ProofSlice::wall_s);
  py::class_<RankedGoal>(m, "RankedGoal", "What is known before the first prover starts.")
      .def_property_readonly("goal", text_property<RankedGoal>(&RankedGoal::goal))
      .def_readonly("ranker", &RankedGoal::ranker)
      .def_readonly("candidates", &RankedGoal::candidates)
      .def_readonly("seconds", &RankedGoal::seconds)
      .def_readonly("has_goal", &RankedGoal::has_goal)
      .def_property_readonly("notes", [](const RankedGoal& r) { return texts_of(r.notes); });
  py::class_<ProofCheck>(m, "ProofCheck", "What a second prover says about a proof.")
      .def_readonly("opinion", &ProofCheck::opinion)
      .def_readonly("prover", &ProofCheck::prover)
      .def_readonly("status", &ProofCheck::status)
      .def_property_readonly("message", text_property<ProofCheck>(&ProofCheck::message))
      .def_readonly("axioms", &ProofCheck::axioms)
      .def_readonly("cpu_s", &ProofCheck::cpu_s);
  py::class_<UsedAxiom>(m, "UsedAxiom", "An axiom that a proof uses.")
      .def_property_readonly("name", text_property<UsedAxiom>(&UsedAxiom::name))
      .def_property_readonly("text", text_property<UsedAxiom>(&UsedAxiom::text))
      .def_property_readonly("file", text_property<UsedAxiom>(&UsedAxiom::file))
      .def_readonly("line", &UsedAxiom::line);
  py::class_<Proof>(m, "Proof", "What prove() found out; true if the goal is proved.")
      .def_readonly("verdict", &Proof::verdict)
      .def_readonly("status", &Proof::status, "Theorem, Timeout, ...")
      .def_property_readonly("warnings", [](const Proof& p) { return texts_of(p.warnings); })
      .def_readonly("check", &Proof::check)
      .def_property_readonly("goal", text_property<Proof>(&Proof::goal))
      .def_property_readonly(
          "axioms", [](const Proof& p) { return texts_of(p.axioms); },
          "Names of those that the proof uses.")
      .def_readonly("used", &Proof::used, "The same with texts and places.")
      .def_readonly("axioms_known", &Proof::axioms_known,
                    "False: the prover does not say what it used.")
      .def_property_readonly(
          "declarations", [](const Proof& p) { return texts_of(p.declarations); },
          "The types of the symbols in them and in the goal.")
      .def_readonly("minimal", &Proof::minimal)
      .def_property_readonly("text", text_property<Proof>(&Proof::text),
                             "A TSTP derivation, if the prover wrote one.")
      .def_property_readonly("message", text_property<Proof>(&Proof::message))
      .def_readonly("prover", &Proof::prover)
      .def_readonly("ranker", &Proof::ranker)
      .def_property_readonly("notes", [](const Proof& p) { return texts_of(p.notes); })
      .def_readonly("candidates", &Proof::candidates)
      .def_readonly("slices", &Proof::slices)
      .def_readonly("decided_by", &Proof::decided_by)
      .def_readonly("ranking_s", &Proof::ranking_s)
      .def_readonly("cpu_s", &Proof::cpu_s)
      .def_readonly("wall_s", &Proof::wall_s)
      .def("_repr_svg_", &picture, "The derivation in a notebook; None where there is none.")
      .def("__bool__", [](const Proof& p) { return static_cast<bool>(p); })
      .def("__repr__", [](const Proof& p) {
        return py::str("<winnow.Proof: {}, {} axioms>").format(p.status, p.axioms.size());
      });
  m.def("prove", &prove_goal<Formulas>, "selector"_a, "problem"_a);
  m.def("prove", &prove_goal<std::string>, "selector"_a, "goal"_a,
        R"doc(Theorem provers on the best premises. Keywords: those of ProveOptions.

That there is no proof, or none in time, is a verdict and no exception.

>>> selector = winnow.Selector.open(model="none")
>>> selector.add("fof(man, axiom, man(socrates)).")
1
>>> selector.add("fof(mortal, axiom, ! [X] : (man(X) => mortal(X))). fof(far, axiom, q(b)).")
2
>>> proof = winnow.prove(selector, "fof(goal, conjecture, mortal(socrates)).", time_limit_s=30)
>>> proof.status, sorted(proof.axioms)
('Theorem', ['man', 'mortal'])

Both steps are run, though the first one proves it:

>>> started = []
>>> proof = winnow.prove(selector, "fof(goal, conjecture, mortal(socrates)).", time_limit_s=20,
...                      provers=["e:auto"], slices="2,all", every=True,
...                      on_start=lambda run: started.append((run.k, run.wanted)))
>>> started[0], len(proof.slices)
((2, 2), 2)
)doc");
  m.def("check", &check_options,
        R"doc(Raises InputError if prove cannot work with these options: keywords of ProveOptions.

For programs that would otherwise learn it after hours.

>>> winnow.check(slices="16,all", rank={"ranker": "tfidf"})
>>> try:
...     winnow.check(rank={"ranker": "best"})
... except winnow.InputError as error:
...     print(error.code, error.names)
option_value ['ranker', 'best']
)doc");
  m.def(
      "proof_svg",
      [](const std::string& derivation) {
        return text_of(unlocked([&] { return proof_svg(derivation); }));
      },
      "derivation"_a,
      R"doc(A TSTP derivation (Proof.text) as a picture, axioms at the top. Needs Graphviz.

>>> picture = winnow.proof_svg('''
... cnf(one, axiom, p(a), file('mine.p', one)).
... cnf(two, plain, $false, inference(sr, [status(thm)], [one])).
... ''')
>>> picture[:5], "p(a)" in picture
('<svg ', True)
)doc");
  py::class_<ProverInfo>(m, "ProverInfo", "A prover that winnow knows.")
      .def_readonly("name", &ProverInfo::name)
      .def_readonly("title", &ProverInfo::title)
      .def_property_readonly("program", text_property<ProverInfo>(&ProverInfo::program),
                             "Its path, or '' if it is not there.")
      .def_property_readonly("version", text_property<ProverInfo>(&ProverInfo::version))
      .def_readonly("languages", &ProverInfo::languages)
      .def_readonly("strategies", &ProverInfo::strategies)
      .def_readonly("source", &ProverInfo::source, "Where to get it.");
  m.def(
      "known_provers", [] { return unlocked([] { return known_provers(); }); },
      "The provers that winnow knows, there or not.");
}

}  // namespace winnow::python
