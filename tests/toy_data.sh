#!/usr/bin/env bash
# Makes a folder in which the commands of docs/ run in a second: a few tiny examples, problems and lists under the names
# that the documents give to real ones.
#   toy_data.sh SOURCE_DIR FOLDER     needs: winnow in PATH
set -euo pipefail
root=$1
mkdir -p "$2"
cd "$2"
mkdir -p nndata holstep/train problems library bench models

for i in $(seq 24); do  # 24 theorems of four kinds, each with the two axioms of its kind and two others
  kind=$((i % 4))
  printf '%s\n' "C fof(t$i, axiom, ! [X] : ( p$kind(X) => q$kind(f$i(X)) ))." \
    "+ fof(d$kind, axiom, ! [X] : ( p$kind(X) => r$kind(X) ))." \
    "+ fof(e$kind, axiom, ! [X,Y] : ( r$kind(X) => q$kind(Y) ))." \
    "- fof(c$i, axiom, s(f$i(a)))." "- fof(b$kind, axiom, s(g$kind))." >nndata/t$i
done
{ printf 'd%s\ne%s\nb%s\n' 0 0 0 1 1 1 2 2 2 3 3 3; for i in $(seq 24); do printf '%s\n' c$i t$i; done; } >order.txt
seq -f t%g 1 18 >train.txt
seq -f t%g 19 24 | tee dev.txt names.txt >bench/prove100.txt
head -9 train.txt >a.txt
tail -9 train.txt >b.txt

for i in 1 2 3 4 5 6; do
  printf '%s\n' "N t$i" "C ((p x) ==> (q x))" "T c==> cp cq f0" "+ (!x. ((p x) ==> (r x)))" "T c! c==> cp cr b0" \
    "- (s (f$i x))" "T cs cf$i f0" >holstep/train/0000$i
done
seq -f 0000%g 1 4 >holstep-train.txt
seq -f 0000%g 5 6 >holstep-dev.txt

printf '%s\n' "fof(goal, conjecture, q(a))." "fof(one, axiom, p(a))." "fof(two, axiom, ! [X] : (p(X) => q(X)))." \
  "fof(three, axiom, r(b))." | tee problem.p problems/first.p problems/second.p >goal.p
sed 's/q(a)/q(b)/' problem.p >problems/false.p  # no prover proves this one
printf '{"problem": "%s", "needs": ["one", "two"]}\n' first second >needs.jsonl
cp "$root"/examples/library/sets.ax library
cp "$root"/models/mizar-rank.safetensors .
ln -s "$root"/models/* models

winnow data import mizar nndata --split train=train.txt --split dev=dev.txt --order order.txt -o mizar.store
winnow data import holstep holstep/train --split train=holstep-train.txt --split dev=holstep-dev.txt -o holstep.store
cp mizar.store own.store
for i in $(seq 24); do winnow data show mizar.store t$i --json; done >mine.jsonl
