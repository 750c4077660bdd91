% The only fixed point of a map is fixed by every map that commutes with it.
% needs: fixed_point_definition, value_of_composition, value_in_codomain, maps_definition

include('../library/all.ax').

fof(common_fixed_point, conjecture,
    ! [F,G,A,X] :
      ( ( maps(F,A,A) & maps(G,A,A) & composition(F,G) = composition(G,F)
        & fixed_point(F,X) & ! [Y] : ( fixed_point(F,Y) => Y = X ) )
     => fixed_point(G,X) )).
