% The union of two families of sets covers what the two families cover.
% needs: extensionality, big_union_definition, union_definition

include('../library/all.ax').

fof(big_union_of_union, conjecture,
    ! [A,B] : big_union(union(A,B)) = union(big_union(A),big_union(B))).
