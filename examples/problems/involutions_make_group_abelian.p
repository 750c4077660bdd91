% A group in which every element is its own inverse is abelian.
% needs: involution_definition, abelian_definition, commute_definition, product_closed
% needs: product_associative, left_unit, right_unit, unit_in_carrier

include('../library/all.ax').

fof(involutions_make_group_abelian, conjecture,
    ! [G] :
      ( ( group(G) & ! [X] : ( in(X,carrier(G)) => involution(G,X) ) )
     => abelian(G) )).
