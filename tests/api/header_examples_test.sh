#!/usr/bin/env bash
# header_examples_test.sh SOURCES PROGRAM C_PROGRAM: the examples of public headers and of docs/library.md are those of
# tests/api/header_examples.cc and c_examples.c, compiled with include/ alone, and do what they promise.
set -euo pipefail
sources=$1 program=$2 c_program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# Writes what stands between the name of a file and "end" to NUMBER-NAME, two blanks less deep.
extract() {
  mkdir -p "$1"
  awk -v folder="$1" '
    /^  (\/\/|\/\*) end( \*\/)?$/               { close(file); file = ""; next }
    /^  (\/\/|\/\*) [a-z_]+\.(h|md)( \*\/)?$/ { file = sprintf("%s/%02d-%s", folder, ++number, $2); next }
    file != ""                                { print substr($0, 3) > file }' "$2"
}

# Whether a file shows these lines, as all that stands between the first and the last argument or the other.
shows() {  # FILE LINES BEFORE AFTER OTHER
  local text=$'\n'$(<"$1")$'\n' lines=$'\n'$3$'\n'$2$'\n'
  [[ $text == *"$lines$4"$'\n'* || $text == *"$lines$5"$'\n'* ]] || fail "$1 shows another example than"$'\n'"$2"
}

extract "$work/cpp" "$sources/tests/api/header_examples.cc"
extract "$work/c" "$sources/tests/api/c_examples.c"
for example in "$work"/cpp/*; do
  shows "$sources/include/winnow/${example##*-}" "$(sed 's|^|//   |' "$example")" // // '#pragma once'
done
shows "$sources/include/winnow/c.h" "$(sed 's|^| *   |' "$work"/c/*-c.h)" ' *' ' *' ' *'
shows "$sources/docs/library.md" "$(cat "$work"/c/*-library.md)" '```c' '```' '```'
examples=("$work"/c*/*)
[ ${#examples[@]} -ge 13 ] || fail "only ${#examples[@]} examples"

cd "$work"
echo 'fof(all_p, axiom, ! [X] : p(X)).' >axioms.ax
printf "fof(all_q, axiom, ! [X] : q(X)).\nfof(goal, conjecture, q(a)).\n" >problem.p
"$program" >said || fail "the examples in C++ exit with $?"
"$c_program" >>said || fail "the examples in C exit with $?"
cat said
for line in goal '2 formulas' 'a store, please' start.table '2 dimensions' '0.75 from .*' 'all_p .*' 'mine .*' mortal; do
  grep -qx "$line" said || fail "'$line' is not said"
done
