#!/usr/bin/env bash
# Every test that docs/trust.md names is there: a promise whose test is gone is no promise.
#   trust_test.sh SOURCE_DIR
set -euo pipefail
cd "$1"
names=$(grep -oE '`[A-Za-z]+\.[A-Z][A-Za-z]+`' docs/trust.md | tr -d '`' | sort -u)
[ "$(wc -w <<<"$names")" -ge 20 ] || { echo "docs/trust.md names hardly any test"; exit 1; }
missing=0
for name in $names; do
  suite=${name%.*} test=${name#*.}
  grep -rqE "^TEST(_F|_P)?\($suite, $test\)" tests || { echo "docs/trust.md: no test is called $name"; missing=1; }
done
exit $missing
