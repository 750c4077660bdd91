% A map that undoes itself is a bijection.
% needs: left_inverse_makes_injection, right_inverse_makes_surjection, bijection_definition

include('../library/all.ax').

fof(self_inverse_map, conjecture,
    ! [F,A] :
      ( ( maps(F,A,A) & composition(F,F) = identity(A) ) => bijection(F,A,A) )).
