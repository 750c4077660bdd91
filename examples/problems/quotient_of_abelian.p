% A quotient of an abelian group is abelian.
% needs: abelian_definition, commute_definition, quotient_group_carrier
% needs: quotient_group_multiply, quotient_group_is_group

include('../library/all.ax').

fof(quotient_of_abelian, conjecture,
    ! [G,N] :
      ( ( abelian(G) & normal_subgroup(N,G) ) => abelian(quotient_group(G,N)) )).
