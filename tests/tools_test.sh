#!/usr/bin/env bash
# The scripts of tools/ that make the inputs of docs/results.md, on the smallest files that show what they do.
#   tools_test.sh SOURCE_DIR BINARY_DIR
set -euo pipefail
tools=$1/tools
export PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PYTHONDONTWRITEBYTECODE=1
failed=0
fail() {
  echo "FAILED $*"
  failed=1
}
expect() {  # WHAT FILE, and what is in it on standard input
  diff -u - "$2" || fail "$1"
}

mkdir -p in/incl nndata
printf '%s\n' "% a comment" "include('incl/more.ax')." \
  "fof(goal, conjecture, ! [X] : ( p(X,'f') <=> \$less(12,0.5E-7) | q = \"p\" ))." >in/goal.p
echo "fof('p, q', axiom, ( p(f,f) & 'A b' = f ))." >in/incl/more.ax
echo "p q f" >in/names.txt
printf '%s\n' "C fof(t1_p, axiom, p(f))." "+ fof(q, axiom, q)." "- fof(d2, axiom, ~ p(q))." >nndata/t1_p

"$tools"/rename-symbols.py in out
name() { printf 's%s' "$(printf %s "$1" | sha256sum | cut -c9-20)"; }
expect "every symbol gets a new name, and nothing else does" out/goal.p <<END
% a comment
include('incl/more.ax').
fof(goal, conjecture, ! [X] : ( $(name p)(X,$(name f)) <=> \$less(12,0.5E-7) | $(name q) = "p" )).
END
expect "a symbol has the same new name in all files" out/incl/more.ax <<END
fof('p, q', axiom, ( $(name p)($(name f),$(name f)) & $(name "'A b'") = $(name f) )).
END
expect "a file without formulas is copied" out/names.txt <in/names.txt
"$tools"/rename-symbols.py nndata renamed
expect "examples of nndata are renamed" renamed/t1_p <<END
C fof(t1_p, axiom, $(name p)($(name f))).
+ fof(q, axiom, $(name q)).
- fof(d2, axiom, ~ $(name p)($(name q))).
END
"$tools"/rename-symbols.py in none --share 0
diff -r in none || fail "a share of 0 changes nothing"
seq 1 400 | sed 's/.*/fof(a&, axiom, p&)./' >in/many.ax
"$tools"/rename-symbols.py in half --share 0.5
changed=$(grep -c ', s[0-9a-f]\{12\})' half/many.ax)
[ "$changed" -gt 160 ] && [ "$changed" -lt 240 ] || fail "half of 400 symbols are $changed"
printf '%s\n' "fof(long, axiom," "  p)." >in/long.ax
"$tools"/rename-symbols.py in out 2>errors && fail "a formula on two lines was taken"
expect "an error has its place" errors <<<"in/long.ax:1: not one formula a line"

printf '%s\n' "include('base.ax')." "fof('a1',axiom,(" "    p ))." "" "fof(l1,lemma,( q ))." "fof(g1,conjecture,(" \
  "    r ))." >s1+2.p
printf '%s\n' "fof(g1,lemma,( r ))." "fof('a, 2',axiom,s)." "fof('it\\'s \\\\',axiom,u)." \
  "fof(g2,conjecture,( ! [X] : ~ t(X) ))." >s2+2.p
"$tools"/small-problems.py needs s1+2.p s2+2.p >needs
expect "a problem needs its axioms, by their names without quotes" needs <<'END'
{"problem": "s1+2.p", "needs": ["a1", "l1"]}
{"problem": "s2+2.p", "needs": ["g1", "a, 2", "it's \\"]}
END
mkdir small
cp s2+2.p small
winnow experiment recall --tptp small --needs needs --rankers tfidf --model none --fusion none --k 16 --quiet >recall
grep -q '^tfidf  *1\.000$' recall && ! grep -q candidates$ recall ||
  fail "what a problem needs is not found among its axioms: $(cat recall)"
"$tools"/small-problems.py needs --by-goal s2+2.p >needs
expect "--by-goal calls a problem by its conjecture" needs <<'END'
{"problem": "g2", "needs": ["g1", "a, 2", "it's \\"]}
END
"$tools"/small-problems.py library s1+2.p s2+2.p >library
expect "a library has every formula once, a line each" library <<'END'
fof(a1, axiom, ( p )).
fof(l1, axiom, ( q )).
fof(g1, axiom, ( r )).
fof('a, 2', axiom, s).
fof('it\'s \\', axiom, u).
fof(g2, axiom, ( ! [X] : ~ t(X) )).
END
"$tools"/small-problems.py needs in/many.ax 2>errors && fail "a file without a conjecture was taken"
expect "a file without a conjecture is an error" errors <<<"in/many.ax: 0 conjectures, not one"
exit $failed
