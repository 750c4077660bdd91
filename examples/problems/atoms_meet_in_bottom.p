% The meet of two different atoms is the bottom.
% needs: atom_definition, meet_is_lower_bound

include('../library/all.ax').

fof(atoms_meet_in_bottom, conjecture,
    ! [L,X,Y] :
      ( ( lattice(L) & atom(L,X) & atom(L,Y) & X != Y ) => meet(L,X,Y) = bottom(L) )).
