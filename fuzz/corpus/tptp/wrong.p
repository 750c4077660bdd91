fof(a, axiom, p & q | r).
fof(b, axiom, p => q => r).
fof(c, axiom, p(.
fof(d, axiom, 'x).
tcf(e, axiom, p).
fof(f, axiom, p)
fof(g, axiom, q).
/* never closed
