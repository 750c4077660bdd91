% The product of a number and its successor is even.
% needs: even_definition, odd_definition, odd_iff_successor_of_even, divides_multiple
% needs: times_commutative, successor_is_natural

include('../library/all.ax').

fof(consecutive_product_is_even, conjecture,
    ! [N] : ( natural(N) => even(times(N,successor(N))) )).
