(* problem=reversed_sum *)
Require Import Lia.
Definition reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. lia. Defined.
