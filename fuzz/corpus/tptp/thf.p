thf(t1, type, f: $i > ($i > $o) > [$i,$o]).
thf(t2, type, g: ($i * $i) > ($o + $i)).
thf(a1, axiom, ! [X: $i, P: $i > $o] : ((P @ X) => (f @ X @ P) = a)).
thf(a2, axiom, (^ [X: $i] : (p @ X)) = p).
thf(a3, axiom, ((&) @ p @ q) | (~) = h | ((=) @ a)).
thf(a4, axiom, !! (^ [X: $i] : (q @ X)) & (?? @ r) & ((@= @ $i) @ a @ b)).
thf(a5, axiom, (@+ [X: $i] : (p @ X)) = (@- [Y: $i] : (p @ Y))).
thf(a6, axiom, $ite @ (p @ a) @ b @ c).
thf(a7, axiom, ! [L: list @ $i] : ((@@+ @ L) & (h @ (P @ X) @ Y))).
