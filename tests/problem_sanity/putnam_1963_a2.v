From Coq Require Import Arith Lia.
From PutnamProblems Require Import putnam_1963_a2.

Definition instance : forall n : nat, 1 <= n -> n = n.
Proof. apply (putnam_1963_a2 (fun n => n)); auto. Qed.
