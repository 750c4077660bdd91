% The center of a group is a normal subgroup.
% needs: normal_subgroup_definition, center_is_subgroup, center_definition
% needs: conjugate_definition, commute_definition, product_associative, right_inverse
% needs: right_unit, inverse_in_carrier

include('../library/all.ax').

fof(center_is_normal, conjecture,
    ! [G] : ( group(G) => normal_subgroup(center(G),G) )).
