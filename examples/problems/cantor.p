% Cantor's theorem: no function maps a set onto its power set.
% needs: surjection_hits_every_element, surjection_definition, maps_definition
% needs: diagonal_set_definition, power_set_definition, subset_definition

include('../library/all.ax').

fof(cantor, conjecture,
    ! [A] : ~ ? [F] : surjection(F,A,power_set(A))).
