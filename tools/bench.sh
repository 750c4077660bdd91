#!/usr/bin/env bash
# Prints what winnow claims about speed, as ratios measured in one run, with the machine named.
# With WINNOW_DATA pointing at the unpacked data sets (tools/unpack-data.sh) all rows are measured;
# without, those that need no data. `tools/bench.sh --json` prints one JSON object per program.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=build/release
json=()
[ "${1:-}" = --json ] && json=(--json)

stores=()
if [ -n "${WINNOW_DATA:-}" ]; then
  mkdir -p build/bench
  mizar=build/bench/mizar.store holstep=build/bench/holstep.store
  [ -e $mizar ] || $bin/winnow data import mizar "$WINNOW_DATA/mizar/nndata" \
    --split train="$WINNOW_DATA/mizar/train.txt" --split dev="$WINNOW_DATA/mizar/dev.txt" \
    --order "$WINNOW_DATA/mizar/order.txt" -o $mizar
  [ -e $holstep ] || $bin/winnow data import holstep "$WINNOW_DATA/holstep/train" \
    --split train="$WINNOW_DATA/holstep/train.txt" --split dev="$WINNOW_DATA/holstep/dev.txt" \
    -o $holstep
  stores=(--mizar $mizar --holstep $holstep)
  text=build/bench/mizar.p
  [ -e $text ] || cat "$WINNOW_DATA"/mizar/nndata/t1* | cut -c3- >$text
  echo "== TPTP text into graphs"
  $bin/parse_bench $text
  echo "== HOL text into terms"
  $bin/hol_bench "$WINNOW_DATA/holstep/train" 500
else
  echo "left out: rows that need the data sets (set WINNOW_DATA)" >&2
  echo "== TPTP text into graphs"
  $bin/parse_bench
fi
echo "== LSTM passes against sgemm"
$bin/lstm_bench "${json[@]}"
echo "== kernels"
$bin/kernel_bench --benchmark_min_time=0.05 2>/dev/null
echo "== training and scoring against the libtorch twin"
$bin/engine_bench "${stores[@]}" "${json[@]}"
