% The range of a homomorphism is a subgroup.
% needs: homomorphism_definition, subgroup_definition, maps_definition, range_member_is_value
% needs: value_in_range, homomorphism_preserves_unit, homomorphism_preserves_inverse
% needs: product_closed, unit_in_carrier, inverse_in_carrier

include('../library/all.ax').

fof(image_is_subgroup, conjecture,
    ! [F,G,H] : ( homomorphism(F,G,H) => subgroup(range(F),H) )).
