% A monotone map takes directed sets to directed sets.
% needs: directed_definition, monotone_definition, image_member_is_value

include('../library/all.ax').

fof(image_of_directed_set, conjecture,
    ! [F,A,B,R,S,D] :
      ( ( maps(F,A,B) & monotone(F,R,S) & subset(D,A) & directed(R,D) )
     => directed(S,image(F,D)) )).
