% A larger relation has a larger transitive closure.
% needs: transitive_closure_is_least, transitive_closure_is_transitive
% needs: transitive_closure_contains_relation, subset_transitive

include('../library/all.ax').

fof(transitive_closure_monotone, conjecture,
    ! [R,S] :
      ( ( relation(R) & relation(S) & subset(R,S) )
     => subset(transitive_closure(R),transitive_closure(S)) )).
