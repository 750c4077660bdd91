% Two left cosets of a subgroup are equal or disjoint.
% needs: cosets_of_related_elements, disjoint_definition

include('../library/all.ax').

fof(cosets_equal_or_disjoint, conjecture,
    ! [S,G,X,Y] :
      ( ( subgroup(S,G) & in(X,carrier(G)) & in(Y,carrier(G)) )
     => ( left_coset(G,X,S) = left_coset(G,Y,S)
        | disjoint(left_coset(G,X,S),left_coset(G,Y,S)) ) )).
