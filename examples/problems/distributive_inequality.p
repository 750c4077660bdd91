% Every lattice satisfies one half of distributivity.
% needs: meet_is_lower_bound, meet_is_greatest_lower_bound, join_is_upper_bound
% needs: join_is_least_upper_bound, below_transitive, lattice_meet_closed, lattice_join_closed

include('../library/all.ax').

fof(distributive_inequality, conjecture,
    ! [L,X,Y,Z] :
      ( ( lattice(L) & in(X,carrier(L)) & in(Y,carrier(L)) & in(Z,carrier(L)) )
     => below(L,join(L,meet(L,X,Y),meet(L,X,Z)),meet(L,X,join(L,Y,Z))) )).
