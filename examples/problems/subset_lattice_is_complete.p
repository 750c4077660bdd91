% The subsets of a set are a complete lattice.
% needs: complete_lattice_definition, subset_lattice_is_lattice, subset_lattice_carrier
% needs: power_set_is_complete_order, lattice_order_is_relation, lattice_order_definition
% needs: below_in_subset_lattice, inclusion_order_is_relation, inclusion_order_definition
% needs: power_set_definition, subset_transitive, relation_extensionality

include('../library/all.ax').

fof(subset_lattice_is_complete, conjecture,
    ! [A] : complete_lattice(subset_lattice(A))).
