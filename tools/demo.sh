#!/usr/bin/env bash
# Shows what winnow makes of a problem: what is in it, the graph of its conjecture, a picture; then
# hides a problem among ten thousand axioms, ranks them and proves it, beside what E does alone.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/build/release:$PATH"
problem=${1:-examples/problems/injective_idempotent.p}
picture=build/demo/graph.svg

# Shows a command as one would type it, then runs it.
show() {
  echo
  echo "\$ $*"
  "$@"
}

echo "The problem: $problem"
grep -v '^%' "$problem"
show winnow stats "$problem"
conjecture=$(sed -n 's/^fof( *\([^,]*\), *conjecture.*/\1/p' "$problem" | head -1)
show winnow graph "$problem" --formula "$conjecture"
mkdir -p "$(dirname "$picture")"
show winnow graph "$problem" --format svg -o "$picture"
echo
echo "The conjecture's graph is drawn in $PWD/$picture - open it in a browser."

# CPU seconds for E, with winnow and without: the same on a machine that is busy.
time=20
hidden=examples/problems/symmetric_and_transitive.p
grown=build/demo/grown.p
proof=build/demo/proof.txt
echo
echo "Now a problem hidden among 10,000 axioms, most of them made up: $hidden"
show grow-library "$hidden" --axioms 10000 --seed 1 -o "$grown"
sed -n '/, conjecture,/,$p' "$grown"
show winnow rank "$grown" -k 8
show winnow prove "$grown" --time "$time" --cpu-time --slices 32,64,128,512,all --verbose --proof | tee "$proof" |
  grep --line-buffered -E '^([$]|$|% SZS status|% best)'
echo "The proof is in $PWD/$proof. Of 10,000 axioms it uses"
grep -o "file('[^']*', [a-z_0-9]*)" "$proof" | sed 's/.*, /  /; s/)//' | sort -u |
  grep -v " $(basename "$hidden" .p)\$"
echo
echo "E alone, with all of them, in the same time:"
show eprover --auto-schedule --free-numbers --cpu-limit="$time" -s "$grown" 2>/dev/null | grep -E '^[$]|SZS status' || true
