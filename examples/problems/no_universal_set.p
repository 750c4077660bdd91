% No set has every set as a member.
% needs: no_set_is_its_own_member

include('../library/all.ax').

fof(no_universal_set, conjecture,
    ~ ? [V] : ! [X] : in(X,V)).
