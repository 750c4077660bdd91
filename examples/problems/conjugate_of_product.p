% The conjugate of a product is the product of the conjugates.
% needs: conjugate_definition, product_associative, product_closed, inverse_in_carrier
% needs: left_inverse, left_unit

include('../library/all.ax').

fof(conjugate_of_product, conjecture,
    ! [G,X,Y,Z] :
      ( ( group(G) & in(X,carrier(G)) & in(Y,carrier(G)) & in(Z,carrier(G)) )
     => conjugate(G,X,multiply(G,Y,Z))
        = multiply(G,conjugate(G,X,Y),conjugate(G,X,Z)) )).
