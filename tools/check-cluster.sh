#!/usr/bin/env bash
# tools/check-cluster.sh: trains under each launcher that clusters have, on this machine: mpirun,
# torchrun, a Slurm of its own (slurmctld, slurmd, munged), and between two network namespaces whose
# link goes down in the middle. Every run must end with the bytes of one process. Then an array of
# shards, one task of which is killed. Needs root (for namespaces and for Slurm) and Debian's
# packages; says why where it cannot run. Two to three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "check-cluster: skipped: $1"
  exit 0
}
[ "$(id -u)" -eq 0 ] || skip "it needs root, for network namespaces and a Slurm of its own"
[ -x build/release/winnow-learn ] || skip "build/release/winnow-learn is not built"
tools/set-up.sh cluster || skip "the packages of 'tools/set-up.sh cluster' cannot be installed"

export PATH=$PWD/build/release:$PATH
scratch=$(mktemp -d /tmp/winnow-cluster-XXXXXX)
chmod 755 "$scratch"
cd "$scratch"
near=wn$$a far=wn$$b hub=wn$$c # namespaces and the ends of their links
started=()
clean_up() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  for name in "$near" "$far" "$hub" "${hub}0" "${hub}1" "${hub}2"; do ip netns del "$name" 2>/dev/null || true; done
  rm -rf "$scratch"
}
trap clean_up EXIT

fail() {
  echo "check-cluster: FAILED: $1" >&2
  tail -n 20 ./*.log >&2 || true
  exit 1
}
# Waits for a minute at most until a command succeeds.
until_true() {
  for _ in $(seq 300); do
    "$@" 2>/dev/null >&2 && return
    sleep 0.2
  done
  fail "this did not happen within a minute: $*"
}

# A store with a little to learn: premises about `good` are useful.
for i in $(seq 0 31); do
  split=train
  [ "$i" -lt 24 ] || split=dev
  printf '{"name": "e%d", "split": "%s", "conjecture": "p%d(f(a, b))", "premises": [' "$i" $split $((i % 5))
  printf '{"formula": "![X, Y]: (p%d(f(X, Y)) => good(X))", "label": 1}, ' $((i % 4))
  printf '{"formula": "![X, Y]: (p%d(f(X, Y)) => bad(X))", "label": 0}]}\n' $((i % 3))
done >tiny.jsonl
winnow data import jsonl tiny.jsonl -o tiny.store --quiet
train=(winnow train --data tiny.store --embedder daglstm --pooling dag --width 8 --batch 8
  --micro-batches 4 --threads 1 --warm-up 0 --quiet)
"${train[@]}" --epochs 3 --out one >one.log 2>&1 || fail "one process"
same() {
  cmp -s "one$3/best.safetensors" "$2/best.safetensors" || fail "$1: not the bytes of one process"
  echo "check-cluster: $1: the same bytes as one process"
}

# Open MPI
mpirun --allow-run-as-root --oversubscribe -n 4 "${train[@]}" --epochs 3 --out mpi >mpi.log 2>&1 ||
  fail "mpirun"
same "mpirun -n 4" mpi ""

# torchrun. Without -r and -t, Debian's 1.13 breaks on Python 3.11.
if command -v torchrun >/dev/null; then
  torchrun --no_python --nnodes 1 --nproc_per_node 2 --master_port $((16000 + $$ % 10000)) \
    -r 1 -t 1 --log_dir torchrun-logs "${train[@]}" --epochs 3 --out torchrun >torchrun.log 2>&1 || fail "torchrun"
  same "torchrun --nproc_per_node 2" torchrun ""
else
  echo "check-cluster: torchrun is not here"
fi

# Two machines, by name at least: a network namespace each, and a link that goes down.
ip netns add "$near"
ip netns add "$far"
ip link add "$near" netns "$near" type veth peer name "$far" netns "$far"
for each in "$near 10.77.0.1" "$far 10.77.0.2"; do
  read -r name address <<<"$each"
  ip -n "$name" address add "$address/24" dev "$name"
  ip -n "$name" link set lo up
  ip -n "$name" link set "$name" up
done
# pair OPTIONS...: a process in each; their exit codes are in code0 and code1.
pair() {
  for rank in 0 1; do
    name=$near
    [ $rank -eq 0 ] || name=$far
    {
      code=0
      ip netns exec "$name" env RANK=$rank WORLD_SIZE=2 MASTER_ADDR=10.77.0.1 MASTER_PORT=17171 \
        "${train[@]}" "$@" --out link >"link$rank.log" 2>&1 || code=$?
      echo $code >"code$rank"
    } &
  done
}
"${train[@]}" --epochs 200 --out one200 >one200.log 2>&1 || fail "one process"
rm -f code0 code1
pair --epochs 200 --checkpoint-every 0s
until_true test -s link/metrics.jsonl
ip -n "$near" link set "$near" down
until_true test -s code0
until_true test -s code1
[ "$(cat code0 code1 | xargs)" = "75 75" ] || fail "a link that goes down: exit codes $(cat code0 code1 | xargs)"
grep -q 'rank 0: rank 1 gave no sign of life' link0.log || fail "rank 1 is not named"
grep -q 'rank 1: rank 0 gave no sign of life' link1.log || fail "rank 0 is not named"
echo "check-cluster: a link goes down: both ends end with exit code 75 within a minute"
ip -n "$near" link set "$near" up
rm -f code0 code1
pair --epochs 200 --resume
until_true test -s code0
until_true test -s code1
[ "$(cat code0 code1 | xargs)" = "0 0" ] || fail "resumed after the link was down"
same "resumed after the link was down" link 200

# Three machines at a switch, two of which no longer reach each other, though both reach rank 0: from then on each
# has a wrong address for the other.
ip netns add "$hub"
ip -n "$hub" link add switch type bridge
ip -n "$hub" link set switch up
for rank in 0 1 2; do
  name=$hub$rank
  ip netns add "$name"
  ip link add "port$rank" netns "$hub" type veth peer name wire netns "$name"
  ip -n "$hub" link set "port$rank" master switch up
  ip -n "$name" address add "10.78.0.1$rank/24" dev wire
  ip -n "$name" link set lo up
  ip -n "$name" link set wire up
  {
    code=0
    ip netns exec "$name" env RANK=$rank WORLD_SIZE=3 MASTER_ADDR=10.78.0.10 MASTER_PORT=17171 \
      "${train[@]}" --epochs 2000 --checkpoint-every 0s --out switch >"switch$rank.log" 2>&1 || code=$?
    echo $code >"switch-code$rank"
  } &
done
until_true test -s switch/metrics.jsonl
ip -n "${hub}1" neigh replace 10.78.0.12 lladdr 02:00:00:00:00:99 dev wire nud permanent
ip -n "${hub}2" neigh replace 10.78.0.11 lladdr 02:00:00:00:00:99 dev wire nud permanent
for rank in 0 1 2; do until_true test -s "switch-code$rank"; done
[ "$(cat switch-code? | xargs)" = "75 75 75" ] || fail "two that miss each other: $(cat switch-code? | xargs)"
grep -q 'rank 0: rank [12] is alive, but' switch0.log || fail "it is not said who misses whom"
echo "check-cluster: two of three miss each other: all end with exit code 75 within a minute"

# Slurm: one node, this machine.
mkdir state spool
dd if=/dev/urandom of=munge.key bs=1024 count=1 status=none
chmod 400 munge.key
munged --foreground --force --socket="$scratch/munge.socket" --key-file="$scratch/munge.key" \
  --pid-file="$scratch/munge.pid" --log-file="$scratch/munged.log" --seed-file="$scratch/munge.seed" \
  >munge.log 2>&1 &
started+=($!)
until_true test -S munge.socket
host=$(hostname -s)
port=$((18000 + $$ % 10000))
cat >slurm.conf <<CONF
ClusterName=check
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$scratch/munge.socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
export SLURM_CONF=$scratch/slurm.conf
slurmctld -D >slurmctld.log 2>&1 &
started+=($!)
slurmd -D -N "$host" >slurmd.log 2>&1 &
started+=($!)
until_true sh -c 'sinfo -h -o %T | grep -q idle'
srun --overcommit -n 4 "${train[@]}" --epochs 3 --out slurm >srun.log 2>&1 || fail "srun"
same "srun -n 4" slurm ""

# A task that is killed: srun ends with the others' exit code, and the same job goes on.
srun --overcommit -n 3 "${train[@]}" --epochs 200 --checkpoint-every 0s --out killed >killed.log 2>&1 &
srun=$!
started+=($srun)
until_true test -s killed/metrics.jsonl
victim=$(for process in $(pgrep -f -- '--out killed'); do
  tr '\0' '\n' <"/proc/$process/environ" 2>/dev/null | grep -qx SLURM_PROCID=1 && echo "$process"
  true
done | tail -n 1)
[ -n "$victim" ] || fail "no task of rank 1"
kill -KILL "$victim"
code=0
wait $srun || code=$?
[ $code -ne 0 ] || fail "a killed task went unnoticed"
grep -q 'rank 0: rank 1 ' killed.log || fail "the killed task is not named"
srun --overcommit -n 2 "${train[@]}" --epochs 200 --resume --out killed >resumed.log 2>&1 || fail "srun --resume"
same "srun with a task killed, resumed on two" killed 200

# An array of shards, one task of which is killed and queued again: all problems are proved, each once.
mkdir problems
for n in $(seq 12); do
  echo "fof(a, axiom, p). fof(goal, conjecture, p)." >"problems/p$n.p"
done
job=$(sbatch --parsable --requeue --array=0-3 --output=array-%a.log --wrap "exec winnow prove '$scratch/problems' \
  --model none --prover 'sh -c \"sleep 1; echo SZS status Theorem\"' --jobs 1 --time 30 --quiet \
  --out '$scratch/res' --shard \$SLURM_ARRAY_TASK_ID/4")
until_true test -s res/results.1-of-4.jsonl
scontrol requeue "${job}_1" >requeue.log 2>&1 || fail "a task of the array cannot be queued again"
# Slurm lets a task that is queued again rest for two minutes.
ended() {
  [ -z "$(squeue -h)" ] || { scontrol update "jobid=${job}_1" starttime=now >/dev/null 2>&1; false; }
}
until_true ended
winnow experiment report res >report.log 2>&1 || fail "the report of an array"
grep -q missing report.log && fail "the report of an array misses problems"
[ "$(cat res/results.*-of-4.jsonl | grep -c '"problem":')" -eq 12 ] || fail "not every problem has one line"
echo "check-cluster: sbatch --array with a task queued again: all problems, each once"
