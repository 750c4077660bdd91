% In a distributive lattice an element is known by its meet and its join with another.
% needs: distributive_lattice_definition, meet_commutative, join_commutative
% needs: meet_absorbs_join, join_absorbs_meet

include('../library/all.ax').

fof(distributive_cancellation, conjecture,
    ! [L,X,Y,Z] :
      ( ( distributive_lattice(L)
        & in(X,carrier(L)) & in(Y,carrier(L)) & in(Z,carrier(L))
        & meet(L,X,Y) = meet(L,X,Z) & join(L,X,Y) = join(L,X,Z) )
     => Y = Z )).
