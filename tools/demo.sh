#!/usr/bin/env bash
# make demo: from a fresh machine to a proof. Installs what is missing, compiles the program alone,
# hides a problem among ten thousand axioms, finds the few that matter and proves it; then the axioms
# that the proof uses, what E does alone, the picture of a formula, and what to try next.
set -euo pipefail
cd "$(dirname "$0")/.."
started=$SECONDS
folder=build/demo
mkdir -p "$folder"

# Shows a command as one would type it, then runs it.
show() {
  echo
  echo "\$ $*"
  "$@"
}

# Runs a command quietly; its output is shown only if it fails.
quietly() {  # LOG COMMAND...
  local log=$folder/$1
  shift
  "$@" >"$log" 2>&1 || { tail -40 "$log" >&2; echo "failed: $*; all it said is in $log" >&2; exit 1; }
}

if [ ! -x build/release/winnow ]; then
  echo "From nothing to a proof in three steps, some 3 minutes on two cores the first time:"
  echo "  1. install a compiler, a few libraries, the provers E and cvc5, and Graphviz (Debian packages, 125 MB)"
  echo "  2. compile winnow"
  echo "  3. find and prove"
  echo
fi
step=$SECONDS
quietly install.log tools/set-up.sh run
echo "1. packages installed ($((SECONDS - step)) s)"
step=$SECONDS
[ -e build/release/build.ninja ] || quietly configure.log cmake --preset program
if [ -t 1 ]; then cmake --build build/release --target winnow grow-library
else quietly build.log cmake --build build/release --target winnow grow-library; fi
echo "2. winnow compiled ($((SECONDS - step)) s)"

PATH="$PWD/build/release:$PATH"
time=20
hidden=examples/problems/symmetric_and_transitive.p
grown=$folder/grown.p
proof=$folder/proof.txt
echo "3. a problem hidden among 10,000 axioms, most of them made up: $hidden"
show grow-library "$hidden" --axioms 10000 --seed 1 -o "$grown"
sed -n '/, conjecture,/,$p' "$grown"
show winnow prove "$grown" --time "$time" --cpu-time --verbose --proof | tee "$proof" |
  grep --line-buffered -E '^([$]|$|% SZS status|% [a-z0-9]+:)'
grep -q '^% SZS status Theorem' "$proof" || { echo "no proof; what was said is in $proof" >&2; exit 1; }
echo
echo "Proved, $((SECONDS - started)) s after you typed the command. Of 10,000 axioms the proof uses"
sed -n 's/^%   [^ ]*  fof(\([a-z_0-9]*\).*/  \1/p' "$proof"
echo "The proof is in $PWD/$proof."

# CPU seconds for E: the same on a machine that is busy.
echo
echo "E alone, with all of them:"
show eprover --auto-schedule --free-numbers --cpu-limit=5 -s "$grown" 2>/dev/null | grep -E '^[$]|SZS status' || true

picture=$folder/graph.svg
show winnow graph "$hidden" --format svg -o "$picture"
echo "This is what a model sees of the conjecture: open $PWD/$picture in a browser."
echo
echo "To try next:"
echo "  build/release/winnow rank $grown -k 8           the axioms that look most useful"
echo "  build/release/winnow prove YOUR_PROBLEM.p --time 30    a problem of your own, in TPTP"
echo "  build/release/winnow doctor                            which provers and models are there"
