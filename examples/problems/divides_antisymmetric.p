% Two numbers that divide each other are equal.
% needs: divides_definition, divisor_is_leq, leq_antisymmetric, times_zero, times_commutative

include('../library/all.ax').

fof(divides_antisymmetric, conjecture,
    ! [M,N] : ( ( divides(M,N) & divides(N,M) ) => M = N )).
