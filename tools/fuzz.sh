#!/usr/bin/env bash
# Runs each fuzz target of build/fuzz for the given number of seconds on a copy of its corpus.
# A crash ends the run; the input that caused it stays in build/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
root=$PWD
cd build/fuzz
shopt -s nullglob
for target in *_fuzz; do
  name=${target%_fuzz}
  mkdir -p "corpus-$name"
  [ ! -d "$root/fuzz/corpus/$name" ] || cp -r "$root/fuzz/corpus/$name/." "corpus-$name"
  echo "fuzzing $name for $seconds s"
  "./$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
    -verbosity=0 -artifact_prefix="crash-$name-" "corpus-$name"
done
