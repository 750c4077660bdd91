% A two-sided inverse of a map is its converse.
% needs: left_inverse_makes_injection, right_inverse_makes_surjection, bijection_definition
% needs: converse_of_bijection, value_of_composition, converse_undoes_bijection
% needs: converse_then_bijection, bijection_then_converse, composition_associative
% needs: identity_before_relation, identity_after_relation, maps_definition
% needs: function_definition, converse_is_relation, domain_of_converse, range_of_converse
% needs: subset_reflexive, surjection_definition, injection_definition

include('../library/all.ax').

fof(two_sided_inverse, conjecture,
    ! [F,G,A,B] :
      ( ( maps(F,A,B) & maps(G,B,A)
        & composition(F,G) = identity(A) & composition(G,F) = identity(B) )
     => G = converse(F) )).
