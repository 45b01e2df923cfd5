From Coq Require Import Reals Lra.

Local Open Scope R_scope.

Definition putnam_1981_b2_solution : R := 12 - 8 * sqrt 2.

Theorem putnam_1981_b2
    (F : R -> R -> R -> R)
    (hF : forall r s t : R,
      F r s t = (r - 1) ^ 2 + (s / r - 1) ^ 2 + (t / s - 1) ^ 2 + (4 / t - 1) ^ 2)
    : (exists r s t : R,
        1 <= r /\ r <= s /\ s <= t /\ t <= 4 /\ F r s t = putnam_1981_b2_solution) /\
      (forall r s t : R,
        1 <= r -> r <= s -> s <= t -> t <= 4 -> putnam_1981_b2_solution <= F r s t).
Proof. Admitted.
