From mathcomp Require Import all_ssreflect.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Variable T : finType.
Theorem card_split
    (A B : {set T})
    : #|A| = #|A :&: B| + #|A :\: B|.
Proof. Admitted.
