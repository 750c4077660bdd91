% A set and its power set are not equinumerous.
% needs: equinumerous_definition, bijection_definition, surjection_definition
% needs: surjection_hits_every_element, maps_definition, diagonal_set_definition
% needs: power_set_definition, subset_definition

include('../library/all.ax').

fof(power_set_is_larger, conjecture,
    ! [A] : ~ equinumerous(A,power_set(A))).
