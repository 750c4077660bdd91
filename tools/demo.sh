#!/usr/bin/env bash
# Shows what winnow makes of a problem: what is in it, the graph of its conjecture, and a picture.
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
