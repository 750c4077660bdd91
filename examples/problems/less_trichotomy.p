% Of two numbers one is less than the other, or they are equal.
% needs: less_definition, leq_total

include('../library/all.ax').

fof(less_trichotomy, conjecture,
    ! [M,N] :
      ( ( natural(M) & natural(N) ) => ( less(M,N) | M = N | less(N,M) ) )).
