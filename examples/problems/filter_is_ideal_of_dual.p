% A filter is an ideal of the dual lattice.
% needs: filter_definition, ideal_definition, dual_lattice_carrier, dual_lattice_join
% needs: dual_of_lattice_is_lattice, dual_order

include('../library/all.ax').

fof(filter_is_ideal_of_dual, conjecture,
    ! [F,L] : ( filter(F,L) => ideal(F,dual(L)) )).
