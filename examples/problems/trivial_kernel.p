% A homomorphism whose kernel is trivial is injective.
% needs: homomorphism_definition, injective_definition, maps_definition, kernel_definition
% needs: singleton_definition, homomorphism_preserves_inverse, value_in_codomain
% needs: product_closed, inverse_in_carrier, right_inverse, inverse_is_unique
% needs: inverse_of_inverse

include('../library/all.ax').

fof(trivial_kernel, conjecture,
    ! [F,G,H] :
      ( ( homomorphism(F,G,H) & kernel(F,G,H) = singleton(unit(G)) )
     => injective(F) )).
