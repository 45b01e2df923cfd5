(* problem=reversed_sum *)
Require Import Lia Recdef.
Function down (n : nat) {measure (fun x => x) n} : nat :=
  match n with 0 => 0 | S k => down (k / 2) end.
Proof.
  intros n k _. apply Nat.lt_succ_r, Nat.div_le_upper_bound; lia.
Defined.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. lia. Qed.
