% The transitive closure of a converse lies in the converse of the transitive closure.
% needs: transitive_closure_is_least, transitive_closure_is_transitive
% needs: transitive_closure_contains_relation, converse_is_relation, converse_monotone
% needs: converse_of_transitive

include('../library/all.ax').

fof(closure_of_converse, conjecture,
    ! [R] :
      ( relation(R)
     => subset(transitive_closure(converse(R)),converse(transitive_closure(R))) )).
