% A nonempty subset of a group that is closed under X times the inverse of Y is a subgroup.
% needs: subgroup_definition, subset_definition, nonempty_set_has_member, right_inverse
% needs: left_unit, inverse_in_carrier, unit_in_carrier, inverse_of_inverse

include('../library/all.ax').

fof(one_step_subgroup_test, conjecture,
    ! [S,G] :
      ( ( group(G) & subset(S,carrier(G)) & S != empty_set
        & ! [X,Y] : ( ( in(X,S) & in(Y,S) ) => in(multiply(G,X,inverse(G,Y)),S) ) )
     => subgroup(S,G) )).
