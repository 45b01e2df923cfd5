From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Variable T : finType.
Theorem absurd_card
    (A : {set T})
    : #|A| = #|~: A|.
Proof. Admitted.
