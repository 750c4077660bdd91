% A homomorphism onto a group carries over that multiplication commutes.
% needs: homomorphism_definition, abelian_definition, commute_definition
% needs: surjection_hits_every_element

include('../library/all.ax').

fof(abelian_image, conjecture,
    ! [F,G,H] :
      ( ( homomorphism(F,G,H) & abelian(G) & surjection(F,carrier(G),carrier(H)) )
     => abelian(H) )).
