"""How a wheel is compiled. That it can be made and installed is tested by tests/package/wheel_test.sh."""

import importlib.util
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = (ROOT / "CMakeLists.txt").read_text()
PYTHON = (ROOT / "python/CMakeLists.txt").read_text()


@pytest.fixture
def commands(monkeypatch):
    """What compile_into would run, word by word."""
    spec = importlib.util.spec_from_file_location("backend", ROOT / "python/backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    ran = []
    monkeypatch.setattr(subprocess, "run", lambda words, check: ran.append([str(w) for w in words]))
    backend.compile_into("build")
    return ran


def test_the_options_of_a_wheel_are_options_of_the_build(commands):
    given = {name: value for name, value in
             (re.fullmatch(r"-D(WINNOW_\w+)=(.*)", word).groups()
              for word in commands[0] if word.startswith("-DWINNOW_"))}
    options = dict(re.findall(r'option\((WINNOW_\w+) "[^"]*" ([^)]+)\)', BUILD))
    programs = re.findall(r"find_program\((WINNOW_\w+)", PYTHON)
    assert len(options) > 5 and given.keys() <= options.keys() | set(programs)
    # What is built by default is wanted or not, but never by accident.
    assert {name for name, default in options.items() if default != "OFF"} <= given.keys()
    assert {name for name, value in given.items() if value == "ON"} == {"WINNOW_PYTHON", "WINNOW_UNITY"}


def test_a_wheel_builds_the_target_of_the_package(commands):
    assert commands[1][:3] == ["cmake", "--build", "build"]
    target = commands[1][commands[1].index("--target") + 1]
    assert f"pybind11_add_module({target} " in PYTHON
