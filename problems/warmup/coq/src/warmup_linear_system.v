From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

Definition warmup_linear_system_solution : Z * Z := (3, 2).

Theorem warmup_linear_system
    (x y : Z)
    : (x + y = 5 /\ x - y = 1) <-> (x, y) = warmup_linear_system_solution.
Proof. Admitted.
