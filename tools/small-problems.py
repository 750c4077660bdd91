#!/usr/bin/env python3
"""tools/small-problems.py needs|library [--by-goal] FILE...: what small problems say of the large ones.

A small problem has a conjecture and only the axioms that a proof may need, such as MPTP2078's bushy problems and those
of GRUNGE. needs prints a list of needs for `winnow experiment recall --needs`: a line for each problem with the names of its axioms, without
quotes; --by-goal calls a problem by its conjecture instead of its file. library prints every formula of all files once, as an axiom, one a
line, in the order of the files. Includes are not followed.
"""
import argparse
import json
import re
import sys
from pathlib import Path

FORMULA = re.compile(r"(fof|cnf|tff|thf)\(\s*('(?:[^'\\]|\\.)*'|\w+)\s*,\s*(\w+)\s*,(.*?)\)\s*\.\s*$", re.S | re.M)


def formulas_of(file):
    """Language, name, role and text of each formula of a file; a name that needs no quotes has none."""
    return [(language, re.sub(r"^'([a-z]\w*)'$", r"\1", name), role, " ".join(text.split()))
            for language, name, role, text in FORMULA.findall(file.read_text())]


def plain(name):
    """A name as winnow knows it: without its quotes."""
    return re.sub(r"\\(.)", r"\1", name[1:-1]) if name.startswith("'") else name


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("output", choices=["needs", "library"])
    options.add_argument("files", metavar="FILE", nargs="+", type=Path)
    options.add_argument("--by-goal", action="store_true", help="call a problem as its conjecture")
    wanted = options.parse_args()
    printed = set()
    for file in wanted.files:
        formulas = formulas_of(file)
        if wanted.output == "needs":
            goals = [plain(name) for _, name, role, _ in formulas if role == "conjecture"]
            if len(goals) != 1:
                sys.exit(f"{file}: {len(goals)} conjectures, not one")
            needs = [plain(name) for _, name, role, _ in formulas if role not in ("conjecture", "type")]
            print(json.dumps({"problem": goals[0] if wanted.by_goal else file.name, "needs": needs}))
            continue
        for language, name, _, text in formulas:
            if name not in printed:
                printed.add(name)
                print(f"{language}({name}, axiom, {text}).")


main()
