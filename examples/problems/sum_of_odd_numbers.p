% The sum of two odd numbers is even.
% needs: odd_definition, odd_iff_successor_of_even, zero_or_successor, even_definition
% needs: divides_zero, two_is_natural, plus_successor, plus_commutative, sum_is_natural
% needs: successor_is_natural, sum_of_even_numbers

include('../library/all.ax').

fof(sum_of_odd_numbers, conjecture,
    ! [M,N] : ( ( odd(M) & odd(N) ) => even(plus(M,N)) )).
