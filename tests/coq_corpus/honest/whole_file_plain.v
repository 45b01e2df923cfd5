(* problem=reversed_sum *)
Require Import Arith Lia.
Theorem reversed_sum
    (a b c : nat)
    : a + b + c = c + b + a.
Proof.
  lia.
Qed.
