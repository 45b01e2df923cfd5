(* problem=reversed_sum *)
Require Import Lia.
Theorem reversed_sum : forall (x y z : nat), (x + y) + z = z + y + x.
Proof.
  intros x y z. induction x; simpl; lia.
Qed.
