#!/usr/bin/env bash
# tools/check-clang.sh [FILE...]: all sources, or some, read once by another compiler than the one that builds them.
# Nothing is compiled: clang 16 takes a second or two for a file, and is at a loss for code of one of the kernels.
# Left out is what includes libtorch: Debian's headers of it are no C++20 for clang, unless tools/libtorch_for_clang.h
# stands before them, and then a file takes half a minute.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -e build/release/compile_commands.json ] || cmake --preset release >/dev/null
python3 - "$@" <<'PYTHON' | xargs -P 2 -d '\n' -n 1 bash -c
import json, os, shlex, sys
wanted = {os.path.abspath(name) for name in sys.argv[1:]}
seen = set()
for entry in json.load(open("build/release/compile_commands.json")):
    file = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
    if file in seen or not file.endswith(".cc") or "/build/" in file or (wanted and file not in wanted):
        continue
    seen.add(file)
    words = shlex.split(entry["command"])
    if any("/torch/" in word for word in words):
        continue
    while os.path.basename(words[0]) in ("ccache",):
        words.pop(0)
    at = words.index("-o")
    words = ["clang++-16", "-fsyntax-only", "-Wno-unknown-warning-option"] + words[1:at] + words[at + 2:]
    print("cd " + shlex.quote(entry["directory"]) + " && " + " ".join(map(shlex.quote, words)))
PYTHON
echo "clang reads all of it"
