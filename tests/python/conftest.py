"""Every test runs in a folder of its own, in which tiny.store is a data set of three examples.

WINNOW_PROGRAM is the program that imports it; winnow itself is found by PYTHONPATH.
"""

import os
import pathlib
import subprocess

import pytest
import winnow

winnow.tune_process()  # as a program does, before anything else

TINY = """\
{"name": "first", "split": "train", "conjecture": "p(a)", "premises": [
 {"name": "base", "formula": "![X]: p(X)", "label": 1}, {"name": "other", "formula": "q(b)", "label": 0}]}
{"name": "second", "split": "train", "conjecture": "q(a)", "premises": [
 {"name": "base", "formula": "![X]: p(X)", "label": 0}]}
{"name": "third", "split": "dev", "conjecture": "p(b)", "premises": [
 {"name": "base", "formula": "![X]: p(X)", "label": 1}, {"name": "other", "formula": "q(b)", "label": 0}]}
"""


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("data")
    lines = TINY.replace(", \"premises\": [\n", ", \"premises\": [")
    (folder / "tiny.jsonl").write_text(lines)
    subprocess.run(
        [os.environ["WINNOW_PROGRAM"], "data", "import", "jsonl", "tiny.jsonl", "-o", "tiny.store"],
        cwd=folder, check=True, capture_output=True)
    return folder / "tiny.store"


@pytest.fixture(autouse=True)
def folder(tiny: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    (tmp_path / "tiny.store").symlink_to(tiny)
    monkeypatch.chdir(tmp_path)
    return tmp_path
