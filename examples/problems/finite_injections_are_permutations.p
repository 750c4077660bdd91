% The injections of a finite set into itself are elements of its symmetric group.
% needs: finite_injection_is_surjection, symmetric_group_carrier, bijection_definition

include('../library/all.ax').

fof(finite_injections_are_permutations, conjecture,
    ! [F,A] :
      ( ( finite(A) & injection(F,A,A) ) => in(F,carrier(symmetric_group(A))) )).
