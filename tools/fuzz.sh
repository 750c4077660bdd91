#!/usr/bin/env bash
# Runs fuzz targets of build/fuzz, each for the given number of seconds, on its seeds and on what
# earlier runs have found interesting: fuzz.sh [SECONDS [NAME...]]. A finding ends the run; the input
# that caused it stays in build/fuzz. runs.tsv there gets a line for each target: name, date, commit,
# seconds, executions, findings.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
root=$PWD
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
cd build/fuzz
./make_seeds seeds
names=("$@")
[ ${#names[@]} != 0 ] || for target in *_fuzz; do names+=("${target%_fuzz}"); done
for name in "${names[@]}"; do
  mkdir -p "corpus-$name"
  for seeds in "$root/fuzz/corpus/$name" "seeds/$name"; do
    [ ! -d "$seeds" ] || cp -r "$seeds/." "corpus-$name"
  done
  words=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1024 -max_len=40000
         -print_final_stats=1 -verbosity=0 -artifact_prefix="finding-$name-")
  [ ! -e "$root/fuzz/$name.dict" ] || words+=(-dict="$root/fuzz/$name.dict")
  echo "fuzzing $name for $seconds s"
  started=$SECONDS result=0
  "./${name}_fuzz" "${words[@]}" "corpus-$name" >"last-$name.log" 2>&1 || result=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "last-$name.log" | tail -1)
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(date -u +%FT%TZ)" "$commit" $((SECONDS - started)) \
    "${executions:-0}" "$result" >>runs.tsv
  [ "$result" = 0 ] || { tail -40 "last-$name.log"; echo "fuzz.sh: $name found something"; exit 1; }
  tail -6 "last-$name.log"
done
