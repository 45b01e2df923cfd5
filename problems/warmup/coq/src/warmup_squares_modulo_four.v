From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

Definition warmup_squares_modulo_four_solution : Z -> Prop := fun r => r = 0 \/ r = 1.

Theorem warmup_squares_modulo_four
    : forall r : Z, (exists n : Z, (n * n) mod 4 = r) <-> warmup_squares_modulo_four_solution r.
Proof. Admitted.
