"""The examples in docstrings print what they show."""

import doctest
import inspect

import pytest
import winnow


def documented():
    yield "winnow", winnow.__doc__
    for name in winnow.__all__:
        thing = getattr(winnow, name)
        yield name, getattr(thing, "__doc__", None)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                yield f"{name}.{member}", getattr(value, "__doc__", None)


EXAMPLES = [pytest.param(name, text, id=name) for name, text in documented() if text and ">>>" in text]


def test_there_are_examples():
    assert {"Selector", "prove", "DataStore", "Graph", "ModelTensors"} <= {each.id for each in EXAMPLES}


@pytest.mark.parametrize("name, text", EXAMPLES)
def test_example(name, text):
    example = doctest.DocTestParser().get_doctest(text, {"winnow": winnow}, name, None, 0)
    assert example.examples
    said = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=said.append)
    assert not said, "".join(said)


def test_every_class_and_function_is_documented():
    for name in winnow.__all__:
        thing = getattr(winnow, name)
        if callable(thing):
            assert thing.__doc__, name
