% The formula that docs/dag.md shows: what it is to be a subset.
fof(subset_definition, axiom,
    ! [X,Y] : ( subset(X,Y) <=> ! [Z] : ( member(Z,X) => member(Z,Y) ) )).
