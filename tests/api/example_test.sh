#!/usr/bin/env bash
# example_test.sh SOURCES PROGRAM: the example at the top of winnow/winnow.h is tests/api/example.cc,
# compiled with include/ alone, and it finds the proof.
set -euo pipefail
sources=$1 program=$2
# The example is the comment lines from its #include to the closing brace, without "//   ".
shown=$(sed -n '/^\/\/   #include <winnow/,/^\/\/   }$/p' "$sources/include/winnow/winnow.h" | sed -E 's|^// ? ? ?||')
diff <(echo "$shown") "$sources/tests/api/example.cc" || { echo "winnow.h shows another example"; exit 1; }
output=$("$program")
echo "$output"
grep -q '^socrates ' <<<"$output"
grep -q '^mortal ' <<<"$output"
if command -v eprover >/dev/null; then grep -qx 'Theorem' <<<"$output"; fi
