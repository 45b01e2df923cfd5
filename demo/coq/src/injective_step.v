Require Import ZArith Lia.
Open Scope Z_scope.

Theorem injective_step (f : Z -> Z) (hf : forall n : Z, f (f n) = n + 1)
    : forall m n : Z, f m = f n -> m = n.
Proof. Admitted.
