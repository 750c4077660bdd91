% A prime that divides a square divides its root.
% needs: prime_divides_factor, power_of_successor, power_of_zero, times_one
% needs: times_commutative, one_definition, two_definition, one_is_natural, zero_is_natural

include('../library/all.ax').

fof(prime_divides_square, conjecture,
    ! [P,N] :
      ( ( prime(P) & natural(N) & divides(P,power(N,two)) ) => divides(P,N) )).
