% A symmetric and transitive relation is reflexive on its domain.
% needs: reflexive_definition, domain_definition, symmetric_definition, transitive_definition

include('../library/all.ax').

fof(symmetric_and_transitive, conjecture,
    ! [R] : ( ( symmetric(R) & transitive(R) ) => reflexive(R,domain(R)) )).
