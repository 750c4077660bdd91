% An injective map that is its own square is the identity.
% needs: idempotent_map_definition, injective_definition, maps_definition
% needs: value_of_composition, value_in_codomain, function_extensionality, identity_maps
% needs: value_of_identity

include('../library/all.ax').

fof(injective_idempotent, conjecture,
    ! [F,A] : ( ( idempotent_map(F,A) & injective(F) ) => F = identity(A) )).
