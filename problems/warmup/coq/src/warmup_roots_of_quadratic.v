From Coq Require Import Reals Lra.

Local Open Scope R_scope.

Definition warmup_roots_of_quadratic_solution : R -> Prop := fun x => x = 2 \/ x = 3.

Theorem warmup_roots_of_quadratic
    : forall x : R, x ^ 2 - 5 * x + 6 = 0 <-> warmup_roots_of_quadratic_solution x.
Proof. Admitted.
