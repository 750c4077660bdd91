% Two sets that map onto each other are equinumerous.
% needs: choice, surjection_definition, cantor_bernstein, dominated_definition
% needs: left_inverse_makes_injection

include('../library/all.ax').

fof(surjections_both_ways, conjecture,
    ! [A,B,F,G] :
      ( ( surjection(F,A,B) & surjection(G,B,A) ) => equinumerous(A,B) )).
