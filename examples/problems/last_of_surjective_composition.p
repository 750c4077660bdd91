% If a composition is onto, so is the map that is applied last.
% needs: surjection_definition, maps_definition, range_of_composition, subset_antisymmetric

include('../library/all.ax').

fof(last_of_surjective_composition, conjecture,
    ! [F,G,A,B,C] :
      ( ( maps(F,A,B) & maps(G,B,C) & surjection(composition(F,G),A,C) )
     => surjection(G,B,C) )).
