% An ideal that has the top of a bounded lattice is the whole lattice.
% needs: ideal_definition, bounded_lattice_definition, subset_definition, extensionality

include('../library/all.ax').

fof(ideal_with_top, conjecture,
    ! [I,L] :
      ( ( bounded_lattice(L) & ideal(I,L) & in(top(L),I) ) => I = carrier(L) )).
