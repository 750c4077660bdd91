% The converse of an isomorphism of orders is an isomorphism of orders.
% needs: order_isomorphism_definition, converse_of_bijection, converse_of_converse
% needs: bijection_definition, injection_definition, maps_definition, function_definition

include('../library/all.ax').

fof(converse_of_order_isomorphism, conjecture,
    ! [F,A,R,B,S] :
      ( order_isomorphism(F,A,R,B,S) => order_isomorphism(converse(F),B,S,A,R) )).
