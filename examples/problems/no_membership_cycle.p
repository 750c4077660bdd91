% Two sets are never members of each other.
% needs: foundation, doubleton_definition, disjoint_definition, empty_set_definition

include('../library/all.ax').

fof(no_membership_cycle, conjecture,
    ! [A,B] : ~ ( in(A,B) & in(B,A) )).
