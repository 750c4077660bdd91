% What commutes with an element commutes with its inverse.
% needs: commute_definition, product_associative, product_closed, inverse_in_carrier
% needs: left_inverse, right_inverse, left_unit, right_unit

include('../library/all.ax').

fof(commuting_with_inverse, conjecture,
    ! [G,X,Y] :
      ( ( group(G) & in(X,carrier(G)) & in(Y,carrier(G)) & commute(G,X,Y) )
     => commute(G,X,inverse(G,Y)) )).
