#!/usr/bin/env python3
"""tools/lint.py [--quick] [FOLDER | FILE ...]: clang-tidy over src/; a finding is an error.

A folder is read as one file, as the unity build compiles it: most of the time goes into the headers of others.
Its sources are copied into one (build/lint/), not included, since the analyzer looks at no function of an
included file; places are translated back. kernel/ stays files: each is compiled once per kind of CPU already.
--quick: without the analyzer, a third of the time. JOBS=1 leaves one core of two to others.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

UNITS = Path("build/lint")
FLAGS = ["-std=c++20", "-Isrc", "-Iinclude", '-DWINNOW_VERSION="0"', "-Wall", "-Wextra"]
TORCH = ["-include", "tools/libtorch_for_clang.h", "-isystem", "/usr/include/torch/csrc/api/include",
         "-DUSE_C10D_GLOO", "-DUSE_DISTRIBUTED"]
CHECKS = "-readability-duplicate-include"  # what two sources of a folder include stands twice in its unit


def units(wanted):
    """By name, the sources that are read as one file."""
    known = subprocess.run(["git", "ls-files", "src/*.cc"], capture_output=True, text=True, check=True).stdout.split()
    found = {}
    for file in known:
        if wanted and not any(file == name or file.startswith(name.rstrip("/") + "/") for name in wanted):
            continue
        name = file[:-3] if file.startswith("src/kernel/") else os.path.dirname(file)
        found.setdefault(name.removeprefix("src/").replace("/", "-"), []).append(file)
    return found


def check(name, files, checks):
    """What clang-tidy says of these files, and whether it is content."""
    unit = UNITS / (name + ".cc")
    lines, places = [], []
    for file in files:
        for number, line in enumerate(Path(file).read_text().splitlines(), 1):
            lines.append(line)
            places.append(f"{file}:{number}")
    unit.write_text("\n".join(lines) + "\n")
    flags = FLAGS + (TORCH if name.endswith("learn") else [])
    told = subprocess.run(["clang-tidy-16", "--quiet", "--warnings-as-errors=*", "--checks=" + checks, str(unit),
                           "--", *flags], capture_output=True, text=True)
    text = re.sub(re.escape(str(unit.resolve())) + r":(\d+)", lambda at: places[int(at[1]) - 1], told.stdout)
    return text, told.returncode == 0


def main(words):
    os.chdir(Path(__file__).resolve().parent.parent)
    UNITS.mkdir(parents=True, exist_ok=True)
    checks = CHECKS + (",-clang-analyzer-*" if "--quick" in words else "")
    work = units([word for word in words if word != "--quick"])
    largest_first = sorted(work, key=lambda name: (name != "learn", -len(work[name])))
    clean = True
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for text, content in pool.map(lambda name: check(name, work[name], checks), largest_first):
            print(text, end="", flush=True)
            clean = clean and content
    if not clean:
        sys.exit(1)
    print(f"clang-tidy: nothing to say about {sum(map(len, work.values()))} files")


main(sys.argv[1:])
