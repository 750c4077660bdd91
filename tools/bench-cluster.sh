#!/usr/bin/env bash
# tools/bench-cluster.sh STORE [STEPS]: what a training step costs on 1, 2 and 4 processes of this
# machine, over loopback and, as root, over a link slowed to 10 and to 1 Gb/s; and what a simple
# model makes of it: bytes sent times what a byte takes, over loopback and on the wire, plus latency:
# three exchanges of two messages each. Every figure is of metrics.jsonl, means over steps.
set -euo pipefail
cd "$(dirname "$0")/.."
store=$(realpath "${1:?usage: tools/bench-cluster.sh STORE [STEPS]}")
steps=${2:-8}
export PATH=$PWD/build/release:$PATH
scratch=$(mktemp -d /tmp/winnow-bench-XXXXXX)
cd "$scratch"
near=wb$$a far=wb$$b
trap 'ip netns del $near 2>/dev/null; ip netns del $far 2>/dev/null; rm -rf "$scratch"' EXIT
batch=32
train=(winnow train --preset mizar --data "$store" --batch $batch --examples $((batch * steps))
  --dev-examples 1 --norm-examples 0 --epochs 1 --micro-batches 4 --threads 1 --quiet)
field() { grep -o "\"$2\":[0-9.e+-]*" "$1/metrics.jsonl" | tail -n 1 | cut -d: -f2; }

printf '%-12s %9s %9s %9s %9s %9s %10s\n' link processes 'step s' 'waits s' 'moves s' 'sent MB' 'predicted s'
# row LINK FOLDER PROCESSES BITS_PER_S
row() {
  awk -v byte="${byte_s:-0}" -v link="$1" -v n="$3" -v rate="$4" -v step="$(field "$2" step_s)" -v waiting="$(field "$2" waiting)" \
    -v moving="$(field "$2" communication)" -v bytes="$(field "$2" sent_bytes)" 'BEGIN {
      predicted = rate > 0 ? sprintf("%.3f", bytes * (8 / rate + byte) + 6 * 50e-6) : "-"
      printf "%-12s %9d %9.3f %9.3f %9.3f %9.2f %10s\n", link, n, step, step * waiting, step * moving, bytes / 1e6, predicted }'
}
"${train[@]}" --out one >log 2>&1
row alone one 1 0
for processes in 2 4; do
  for rank in $(seq 0 $((processes - 1))); do
    RANK=$rank WORLD_SIZE=$processes MASTER_ADDR=127.0.0.1 MASTER_PORT=17170 \
      "${train[@]}" --out loopback$processes >"log$rank" 2>&1 &
  done
  wait
  row loopback loopback$processes $processes 0
done
byte_s=$(awk -v step="$(field loopback2 step_s)" -v moving="$(field loopback2 communication)" \
  -v bytes="$(field loopback2 sent_bytes)" 'BEGIN { print step * moving / bytes }')
if [ "$(id -u)" -eq 0 ]; then
  ip netns add $near
  ip netns add $far
  ip link add $near netns $near type veth peer name $far netns $far
  for each in "$near 10.78.0.1" "$far 10.78.0.2"; do
    read -r name address <<<"$each"
    ip -n "$name" address add "$address/24" dev "$name"
    ip -n "$name" link set lo up
    ip -n "$name" link set "$name" up
  done
  for gigabits in 10 1; do
    rank=0
    for name in $near $far; do
      ip netns exec "$name" tc qdisc replace dev "$name" root tbf rate ${gigabits}gbit burst 256kb latency 50ms
      ip netns exec "$name" env RANK=$rank WORLD_SIZE=2 MASTER_ADDR=10.78.0.1 MASTER_PORT=17170 \
        "${train[@]}" --out link$gigabits >"log$rank" 2>&1 &
      rank=1
    done
    wait
    row "$gigabits Gb/s" link$gigabits 2 ${gigabits}e9
  done
fi

# One micro-batch a machine: each sends its gradient and its share of the weights to the n - 1 others.
echo
echo 'expected speed-up, one micro-batch a machine (step alone: as above, and 8 times as long)'
printf '%-10s %8s %8s %8s %8s\n' machines '10 Gb/s' '1 Gb/s' '10, x8' '1, x8'
awk -v byte="$byte_s" -v step="$(field one step_s)" -v bytes="$(field loopback4 sent_bytes)" 'BEGIN {
  whole = bytes * 4 / 3
  for (n = 2; n <= 64; n *= 2) {
    printf "%-10d", n
    for (k = 1; k <= 8; k *= 8)
      for (rate = 1e10; rate >= 1e9; rate /= 10)
        printf " %8.1f", k * step / (k * step / n + whole * (n - 1) / n * (8 / rate + byte) + 6 * 50e-6)
    printf "\n"
  } }'
