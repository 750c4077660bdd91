"""What Python adds to the library: arrays without copies, exceptions, threads and Ctrl-C."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import winnow

SLOW = "sh -c 'sleep 60'"  # a prover that says nothing for a minute
GOAL = "fof(goal, conjecture, q(a))."


def small_selector() -> winnow.Selector:
    selector = winnow.Selector.open(model="none")
    selector.add("fof(near, axiom, ![X]: (p(X) => q(X))). fof(base, axiom, p(a)).")
    return selector


def test_variables_have_the_names_of_the_printed_formula():
    graph = winnow.make_graph(winnow.Formulas.parse("fof(a, axiom, ![B]: p(B,c))."), 0)
    assert graph.formula_text == "! [X0] : p(X0,c)"
    assert graph.variable_names == ["X0", "", "", ""]


def test_arrays_are_read_only_and_not_copied():
    graph = winnow.make_graph(winnow.Formulas.parse("fof(a, axiom, p(f(c),c))."), 0)
    for array in (graph.labels, graph.kinds, graph.edge_ends, graph.parents, graph.arguments,
                  graph.edge_index, graph.ranks, graph.roots, graph.levels_up, graph.levels_down):
        assert not array.flags.owndata and not array.flags.writeable
    assert (graph.labels.__array_interface__["data"][0]
            == graph.labels.__array_interface__["data"][0])
    np.testing.assert_array_equal(graph.edge_index, np.stack([graph.arguments, graph.parents]))


def test_an_array_outlives_its_graph():
    labels = winnow.make_graph(winnow.Formulas.parse("fof(a, axiom, p(c))."), 0).levels_up
    assert labels.tolist() == [0, 1]


def test_tensors_are_arrays_that_outlive_the_model():
    model = winnow.ModelTensors.open("mizar-pair")
    assert list(model) == model.names() and len(model) == len(model.names())
    tensor = model[model.names()[0]]
    del model
    assert tensor.dtype == np.float32 and not tensor.flags.owndata and np.isfinite(tensor).all()


def test_no_tensor_of_that_name_is_an_input_error_with_a_hint():
    with pytest.raises(winnow.InputError) as raised:
        winnow.ModelTensors.open("mizar-pair")["classifier.out.weigth"]
    assert "classifier.out.weight" in raised.value.hint


def test_input_errors_have_file_line_column_and_hint(tmp_path):
    file = tmp_path / "wrong.p"
    file.write_text("fof(a, axiom, p).\nfof(b, axiom, q(X).\n")
    with pytest.raises(winnow.InputError) as raised:
        winnow.Formulas.read(file)
    error = raised.value
    assert (error.file, error.line, error.column) == (str(file), 2, 19)
    assert error.hint == "a closing bracket is missing" and isinstance(error, ValueError)
    assert "wrong.p:2:19" in str(error)


def test_input_errors_have_codes_and_names():
    with pytest.raises(winnow.InputError) as raised:
        small_selector().rank(GOAL, required=["missing"])
    assert (raised.value.code, raised.value.names) == ("unknown_axiom", ["missing"])
    with pytest.raises(winnow.InputError) as raised:
        winnow.Selector.open(model="nosuch")
    assert (raised.value.code, raised.value.names) == ("unknown_model", ["nosuch"])


def test_an_unknown_option_is_a_type_error():
    with pytest.raises(TypeError, match="no option is called 'kk'"):
        small_selector().rank(GOAL, kk=3)


def test_an_option_of_a_wrong_type_is_named():
    selector = small_selector()
    with pytest.raises(TypeError, match="k cannot be 1.5: it takes int"):
        selector.rank(GOAL, k=1.5)
    with pytest.raises(TypeError, match=r"provers cannot be 'e': it takes List\[str\]"):
        winnow.prove(selector, GOAL, provers="e")
    with pytest.raises(winnow.InputError, match="k cannot be -1"):
        selector.rank(GOAL, k=-1)
    with pytest.raises(winnow.InputError, match="time_limit_s cannot be nan"):
        selector.rank(GOAL, time_limit_s=float("nan"))


def test_the_goal_of_a_text_is_chosen_by_name():
    text = "fof(one, axiom, p(a)). fof(two, axiom, q(a)). fof(mine, axiom, p(b))."
    selector = winnow.Selector.open(model="none")
    for problem in (text, winnow.Formulas.parse(text)):
        selection = selector.rank(problem, goal="mine", k=1)
        assert selection.goal == "mine" and [each.name for each in selection] == ["one"]


def test_options_of_prove_are_checked_before_the_work():
    winnow.check(time_limit_s=5, slices="16,all", rank={"ranker": "tfidf"})
    for wrong in ({"slices": "16,some"}, {"jobs": 0}, {"provers": ["e:nothing"]}):
        with pytest.raises(winnow.InputError):
            winnow.check(**wrong)


def test_a_counter_names_the_largest_formula_and_what_was_skipped(tmp_path):
    (tmp_path / "two.p").write_text("fof(a, axiom, p(c)).\nfof(b, axiom, q(f(c))).\nfof(c, axiom, (.\n")
    counter = winnow.StatisticsCounter()
    counter.add(winnow.Formulas.read(tmp_path / "two.p", keep_going=True))
    figures = counter.figures()
    assert (figures.problems, figures.formulas, figures.max_depth) == (1, 2, 2)
    assert (figures.largest.name, figures.largest.line) == ("b", 2)
    assert [(each.name, each.count) for each in figures.languages] == [("fof", 2)]
    assert len(figures.skipped) == 1 and "two.p:3" in figures.skipped[0]


def test_indexes_end_and_count_from_the_end():
    problem = winnow.Formulas.parse("fof(a, axiom, p). fof(b, axiom, q).")
    assert problem[-1].name == "b" and [each.name for each in problem] == ["a", "b"]
    for wrong in (2, -3):
        with pytest.raises(IndexError):
            problem[wrong]
    graph = winnow.make_graph(problem, 0)
    with pytest.raises(IndexError):
        graph.label(1)
    with pytest.raises(IndexError):
        winnow.make_graph(problem, 2)


def test_a_store_is_a_sequence_of_examples():
    store = winnow.DataStore.open("tiny.store")
    assert [example.name for example in store] == ["first", "second", "third"]
    assert [example.name for example in store.split("train")] == ["first", "second"]
    assert store[-1].name == "third" and store.text(store[0].conjecture) == "p(a)"
    with pytest.raises(winnow.InputError):
        store.split("test")


def test_an_example_is_a_problem():
    example = winnow.DataStore.open("tiny.store")[0]
    problem = example.problem()
    assert [(each.name, each.role) for each in problem] == [
        ("first", "conjecture"), ("base", "axiom"), ("other", "axiom")]
    assert winnow.prove(winnow.Selector.open(model="none"), problem, time_limit_s=30)


def test_hol_terms_have_graphs():
    problem = winnow.Formulas.parse("N eq\nC |- ((x = y) ==> (y = x))\n", syntax=winnow.Syntax.hol)
    assert problem[0].name == "eq" and winnow.make_graph(problem, 0).nodes > 3


def test_bytes_that_are_no_utf_8_are_kept(tmp_path):
    file = tmp_path / "latin.p"
    file.write_bytes(b"fof(a, axiom, 'caf\xe9'(c)).")
    assert os.fsencode(winnow.Formulas.read(file)[0].text) == b"fof(a, axiom, 'caf\xe9'(c))."


def test_scores_are_evaluated():
    store = winnow.DataStore.open("tiny.store")
    heard = []
    scores = winnow.score(winnow.ModelTensors.open("mizar-joint").file, store, "train",
                          progress=lambda done, total: heard.append((done, total)))
    assert heard[-1] == (2, 2)
    whole = winnow.evaluate(scores)
    parts = winnow.evaluate(scores.logits, scores.useful, scores.item_ends)
    assert whole.binary.items == 3 and whole.binary.loss == parts.binary.loss


def test_a_deadline_is_a_stopped_with_its_reason():
    with pytest.raises(winnow.Stopped) as raised:
        winnow.Formulas.parse("fof(a, axiom, p).", time_limit_s=-1)
    assert raised.value.reason == "deadline"


def test_no_proof_in_time_is_a_verdict():
    proof = winnow.prove(small_selector(), GOAL, time_limit_s=0.5, provers=[SLOW])
    assert not proof and proof.verdict == winnow.Verdict.out_of_time


def ticks_of(call) -> "list[float]":
    """When another thread runs during a call, in seconds from its begin on; at most two if it holds the lock."""
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)
    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    call()
    ended = time.monotonic()
    done.set()
    thread.join()
    return [each - begun for each in ticks if begun < each < ended]


def ticks_during(call) -> int:
    """How often another thread runs between 0.3 and 0.7 seconds from the call on."""
    return len([each for each in ticks_of(call) if 0.3 < each < 0.7])


def test_other_threads_run_during_a_proof():
    selector = small_selector()
    assert ticks_during(lambda: winnow.prove(selector, GOAL, time_limit_s=1, provers=[SLOW])) > 3


@pytest.fixture
def slow_programs(tmp_path, monkeypatch):
    """A Graphviz and a prover E that take a second."""
    folder = tmp_path / "slow"
    folder.mkdir()
    for name in ("dot", "eprover"):
        file = folder / name
        file.write_text(f'#!/bin/sh\nsleep 1\nexec {shutil.which(name)} "$@"\n')
        file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_other_threads_run_while_graphviz_and_provers_do(slow_programs):
    graph = winnow.make_graph(winnow.Formulas.parse("fof(a, axiom, p(c))."), 0)
    derivation = "cnf(one, axiom, p(a))."
    assert ticks_during(graph.svg) > 3
    assert ticks_during(graph._repr_svg_) > 3
    assert ticks_during(lambda: winnow.proof_svg(derivation)) > 3
    assert ticks_during(winnow.known_provers) > 3


def test_other_threads_run_while_a_graph_is_made():
    text = "&".join(f"p{i}(f{i}(a))" for i in range(300_000))
    problem = winnow.Formulas.parse(f"fof(a, axiom, {text}).")
    assert len(ticks_of(lambda: winnow.make_graph(problem, 0))) > 3


def test_graphs_and_proofs_are_pictures_in_a_notebook():
    graph = winnow.make_graph(winnow.Formulas.parse("fof(a, axiom, p(f(c), f(c)))."), 0)
    assert graph._repr_svg_().startswith("<svg ") and graph._repr_svg_() == graph.svg()
    proof = winnow.prove(small_selector(), GOAL, time_limit_s=30, provers=["e:auto"])
    assert proof._repr_svg_() == winnow.proof_svg(proof.text)
    assert "near" in proof._repr_svg_()


def test_a_proof_without_a_derivation_has_no_picture():
    proof = winnow.prove(small_selector(), GOAL, time_limit_s=30,
                         provers=["sh -c 'echo \"% SZS status Theorem\"'"])
    assert proof.text == "" and proof._repr_svg_() is None
    with pytest.raises(winnow.InputError):
        winnow.proof_svg("")


def test_another_thread_cancels_a_proof():
    cancel = winnow.Cancellation()
    timer = threading.Timer(0.3, cancel.request)
    timer.start()
    begun = time.monotonic()
    proof = winnow.prove(small_selector(), GOAL, time_limit_s=60, provers=[SLOW], cancel=cancel)
    assert proof.verdict == winnow.Verdict.cancelled and time.monotonic() - begun < 30


def test_several_threads_ask_one_selector():
    selector = small_selector()
    expected = [each.name for each in selector.rank(GOAL)]
    answers = []
    threads = [threading.Thread(target=lambda: answers.append([e.name for e in selector.rank(GOAL)]))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 8


def test_what_a_callback_raises_ends_the_proof_and_is_raised():
    def fail(ranked):
        raise LookupError(ranked.goal)
    with pytest.raises(LookupError, match="goal"):
        winnow.prove(small_selector(), GOAL, time_limit_s=60, provers=[SLOW], on_ranked=fail)


def test_slices_are_heard():
    heard = []
    proof = winnow.prove(small_selector(), GOAL, time_limit_s=30, rank={"ranker": "tfidf"},
                         on_slice=lambda each: heard.append(each.verdict))
    assert proof.status == "Theorem" and heard == [each.verdict for each in proof.slices]


@pytest.mark.parametrize("call", [
    f"winnow.prove(selector, GOAL, time_limit_s=60, provers=[{SLOW!r}])",
    "winnow.Formulas.read('waiting')",
    "winnow.LibraryBuilder().read('waiting')"])
def test_control_c_ends_a_long_call(call, tmp_path):
    os.mkfifo(tmp_path / "waiting")  # nobody writes into it
    said, took = interrupted(call, "", after_s=1)
    assert said == "interrupted\nformulas: 1\n" and took < 15


def test_control_c_while_a_text_is_read_adds_nothing():
    text = r'"\n".join(f"fof(a{i}, axiom, p(c))." for i in range(3_000_000))'
    said, _ = interrupted("selector.add(text)", f"text = {text}", after_s=0.2)
    assert said == "interrupted\nformulas: 1\n"


def interrupted(call: str, prepare: str, after_s: float) -> "tuple[str, float]":
    """What a program says that hears Ctrl-C during a call, and the seconds from then on."""
    program = f"""
import winnow
GOAL = {GOAL!r}
selector = winnow.Selector.open(model="none")
selector.add("fof(base, axiom, p(a)).")
{prepare}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
    print("formulas:", len(selector))
"""
    path = os.path.dirname(os.path.dirname(winnow.__file__))
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "PYTHONPATH": path}) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(after_s)
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        said = child.stdout.read()
        assert child.wait() == 0
        return said, time.monotonic() - begun
