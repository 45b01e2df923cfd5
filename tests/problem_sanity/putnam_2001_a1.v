From Coq Require Import ZArith Lia.
From PutnamProblems Require Import putnam_2001_a1.
Local Open Scope Z_scope.

Definition instance : forall a b : Z, - a - (- b - a) = b.
Proof. apply (putnam_2001_a1 Z (fun a b => - a - b)). intros; lia. Qed.
