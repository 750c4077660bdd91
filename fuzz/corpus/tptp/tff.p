tff(t1, type, list: $tType > $tType).
tff(t2, type, (cons: !>[A: $tType] : ((A * list(A)) > list(A)))).
tff(t3, type, sub << super).
tff(a1, axiom, ! [X: $int, Y: list($int)] : ($greater($sum(X,1),X) & cons($int,X,Y) != nil($int))).
tff(a2, axiom, $ite(p & q, a, b) = c).
tff(a3, axiom, ($ite(p, q, $ite(r, s, t))) & $let(c: $i, c := f(a), p(c))).
tff(a4, axiom, $let([c: $i, g: $i > $o], [c := d, g(X) := p(X)], g(c))).
tff(a5, axiom, ! [A: $tType, X: A] : [X,X] = [X,X]).
