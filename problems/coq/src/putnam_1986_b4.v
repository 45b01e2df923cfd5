From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

(* Whether the assertion is true. *)
Definition putnam_1986_b4_solution : bool := true.

Theorem putnam_1986_b4
    (G : R -> R)
    (hG : forall r : R, 0 < r ->
      (exists m n : Z, G r = Rabs (r - sqrt (IZR m ^ 2 + 2 * IZR n ^ 2))) /\
      (forall m n : Z, G r <= Rabs (r - sqrt (IZR m ^ 2 + 2 * IZR n ^ 2))))
    : putnam_1986_b4_solution = true <-> is_lim G p_infty 0.
Proof. Admitted.
