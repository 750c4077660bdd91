% Being isomorphic is transitive.
% needs: isomorphic_definition, isomorphism_definition, composition_of_homomorphisms
% needs: composition_of_bijections

include('../library/all.ax').

fof(isomorphic_transitive, conjecture,
    ! [G,H,K] : ( ( isomorphic(G,H) & isomorphic(H,K) ) => isomorphic(G,K) )).
