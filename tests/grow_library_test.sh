#!/usr/bin/env bash
# grow-library: as many axioms as asked for, each name once, the same bytes each time, readable by
# winnow, and still with the axioms in it that the given problem needs.
# usage: grow_library_test.sh ROOT BUILD
set -euo pipefail
cd "$1"
PATH="$2:$PATH"
problem=examples/problems/cantor.p
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

grow-library $problem --axioms 5000 --seed 7 -o "$work/grown.p"
grow-library $problem --axioms 5000 --seed 7 | cmp - "$work/grown.p" || fail "the same seed gives other bytes"
grow-library $problem --axioms 5000 --seed 8 | cmp -s - "$work/grown.p" && fail "another seed gives the same bytes"

names=$(sed -n 's/^fof(\([^,]*\),.*/\1/p' "$work/grown.p")
[ "$(wc -l <<<"$names")" -eq 5001 ] || fail "not 5000 axioms and a conjecture"
[ -z "$(sort <<<"$names" | uniq -d)" ] || fail "a name stands for two formulas"
winnow stats --json "$work/grown.p" >/dev/null

awk -v needs="$(grep '^% needs:' $problem)" '/, conjecture,/ { print needs } { print }' "$work/grown.p" >"$work/needs.p"
tools/check-examples.sh "$work/needs.p"

printf 'cnf(a, axiom, p).\n' >"$work/cnf.p"
! grow-library "$work/cnf.p" 2>"$work/error" || fail "CNF was grown"
grep -q 'only FOF' "$work/error" || fail "no clear message: $(cat "$work/error")"
