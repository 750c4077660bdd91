% The intersection of two equivalence relations on a set is one too.
% needs: equivalence_definition, intersection_of_transitive, intersection_of_symmetric
% needs: reflexive_definition, intersection_definition, relation_between_definition
% needs: intersection_is_lower_bound, subset_transitive

include('../library/all.ax').

fof(intersection_of_equivalences, conjecture,
    ! [R,S,A] :
      ( ( equivalence(R,A) & equivalence(S,A) ) => equivalence(intersection(R,S),A) )).
