From Coq Require Import Reals Lra.

Local Open Scope R_scope.

Definition warmup_largest_product_solution : R := 25.

Theorem warmup_largest_product
    : (exists x : R, x * (10 - x) = warmup_largest_product_solution) /\
      forall x : R, x * (10 - x) <= warmup_largest_product_solution.
Proof. Admitted.
