From Coq Require Import Reals Lra Lia.

Local Open Scope R_scope.

(* The four points are (x 0, y 0), ..., (x 3, y 3). *)
Theorem putnam_1993_b5
    : ~ exists x y : nat -> R,
          forall i j : nat, (i < j < 4)%nat ->
            exists k : Z, sqrt ((x i - x j) ^ 2 + (y i - y j) ^ 2) = IZR (2 * k + 1).
Proof. Admitted.
