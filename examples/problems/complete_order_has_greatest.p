% A complete order has a greatest element.
% needs: complete_order_definition, supremum_definition, greatest_definition, subset_reflexive

include('../library/all.ax').

fof(complete_order_has_greatest, conjecture,
    ! [R,A] : ( complete_order(R,A) => ? [X] : greatest(R,A,X) )).
