#!/usr/bin/env bash
# tools/check-examples.sh [--lemmas] [--all] [--time SECONDS] [--jobs N] [FILE...]
# Checks with E that the examples are theorems.
#   FILE...   problems (default: examples/problems/*.p). A problem that names the axioms it needs
#             (comment lines "% needs: a, b, c") is proved from those, another one from its includes.
#   --all     ignores "% needs:" and proves from everything a problem includes
#   --lemmas  proves each lemma of the library from what stands before it (or from its own
#             "% needs:" lines, which may name earlier formulas only)
set -euo pipefail
cd "$(dirname "$0")/.."

# One formula a line, as "name role needs text"; needs is a comma-separated list, or "-".
flatten() {  # FILE
  local line
  awk '
    /^% needs:/ { gsub(/^% needs:|[ .]/, ""); needs = needs (needs == "" ? "" : ",") $0; next }
    /^%/ { next }
    /^include\(/ { print; next }
    /^fof\(/ { text = "" }
    { sub(/^ +/, " "); text = text $0 }
    /\)\.$/ {
      name = text; sub(/^fof\(/, "", name); sub(/,.*/, "", name)
      role = text; sub(/^[^,]*, */, "", role); sub(/,.*/, "", role)
      gsub(/,+/, ",", needs)
      print name, role, (needs == "" ? "-" : needs), text
      needs = ""; text = ""
    }' "$1" |
  while IFS= read -r line; do
    if [[ $line == include\(\'*\'\).* ]]; then
      line=${line#include(\'}
      flatten "$(dirname "$1")/${line%%\'*}"
    else
      printf '%s\n' "$line"
    fi
  done
}

# The formulas that stand before line GOAL of FLAT (only those it needs, if it says so and HOW is
# "needs"), and that line as the conjecture.
reduce() {  # FLAT GOAL HOW
  awk -v goal="$2" -v how="$3" '
    { name[NR] = $1; needs = $3; text = $0; sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", text); full[NR] = text }
    NR == goal {
      select = (how == "needs" && needs != "-")
      count = split(needs, list, ",")
      for (i = 1; i <= count; i++) wanted[list[i]] = 1
      for (i = 1; i < NR; i++)
        if (!select || name[i] in wanted) { print full[i]; delete wanted[name[i]] }
      if (select)
        for (n in wanted) { print "no formula is called " n > "/dev/stderr"; failed = 1 }
      sub(/, *[a-z]+,/, ", conjecture,", full[NR]); print full[NR]
      exit failed
    }' "$1"
}

check_one() {  # LABEL FLAT GOAL HOW SECONDS
  local problem status started=${EPOCHREALTIME/./}
  problem=$(mktemp)
  if reduce "$2" "$3" "$4" >"$problem"; then
    status=$(eprover --auto-schedule --silent --cpu-limit="$5" "$problem" 2>/dev/null |
             sed -n 's/^# SZS status //p' | head -1) || true
  fi
  rm -f "$problem"
  printf '%-12s %6d ms  %s\n' "${status:-Error}" $(((${EPOCHREALTIME/./} - started) / 1000)) "$1"
  [ "${status:-}" = Theorem ]
}

if [ "${1:-}" = --one ]; then  # how the script calls itself through xargs
  shift
  check_one "$@"
  exit
fi

mode=problems how=needs seconds=10 jobs=2 files=()
while [ $# -gt 0 ]; do
  case $1 in
    --lemmas) mode=lemmas ;;
    --all) how=all ;;
    --time) seconds=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    -h|--help) sed -n '2,/^set/{/^#/s/^# \?//p}' tools/check-examples.sh; exit 0 ;;
    *) files+=("$1") ;;
  esac
  shift
done
command -v eprover >/dev/null || { echo "eprover is missing; hint: tools/set-up.sh installs it" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $mode = lemmas ]; then
  flatten examples/library/all.ax >"$work/all"
  awk -v flat="$work/all" -v how=$how '$2 == "lemma" { print $1, flat, NR, how }' "$work/all" >"$work/tasks"
else
  [ ${#files[@]} -gt 0 ] || files=(examples/problems/*.p)
  for file in "${files[@]}"; do
    flat=$work/$(basename "$file")
    flatten "$file" >"$flat"
    awk -v label="$(basename "$file")" -v flat="$flat" -v how=$how \
      '$2 == "conjecture" { print label, flat, NR, how }' "$flat" >>"$work/tasks"
  done
fi
[ -s "$work/tasks" ] || { echo "nothing to check" >&2; exit 1; }

failed=0
sed "s/\$/ $seconds/" "$work/tasks" |
  xargs -P "$jobs" -L 1 tools/check-examples.sh --one >"$work/report" || failed=1
sort -k4 "$work/report"
echo "$(grep -c '^Theorem ' "$work/report" || true) of $(wc -l <"$work/tasks") proved"
exit $failed
