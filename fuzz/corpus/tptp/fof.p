% first-order
fof(a1, axiom, ! [X,Y] : (p(X,f(Y)) => ? [Z] : (q(Z) & ~ (X = Z)))).
fof('a 2', lemma, (a != b) <=> ($true | r <~> s)).
fof(3, conjecture, ~ ! [X] : X = X, inference(r, [status(thm)], [a1, 'a 2']), [x: 1]).
fof(n, axiom-local, p(1, -2.5E3, 1/2, "a \" b", 'it\'s') ~& q ~| $$s).
fof(s, plain, [p, q & r] --> []).
cnf(c, negated_conjecture, p(X,X) | ~ q(Y) | X != a /* note */).
