% A number and its successor are coprime.
% needs: coprime_definition, gcd_definition, successor_is_plus_one, divides_summand
% needs: one_divides, one_is_natural, successor_is_natural, only_one_divides_one

include('../library/all.ax').

fof(consecutive_numbers_are_coprime, conjecture,
    ! [N] : ( natural(N) => coprime(N,successor(N)) )).
