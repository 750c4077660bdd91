% Two different primes are coprime.
% needs: coprime_definition, prime_definition, gcd_definition, one_divides, divides_definition

include('../library/all.ax').

fof(different_primes_are_coprime, conjecture,
    ! [P,Q] : ( ( prime(P) & prime(Q) & P != Q ) => coprime(P,Q) )).
