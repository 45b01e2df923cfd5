From Coq Require Import Reals List Lra.
From Coquelicot Require Import Coquelicot.
Import ListNotations.

Local Open Scope C_scope.

(* All such triples. *)
Definition putnam_1986_b2_solution : list (C * C * C) :=
  [(RtoC 0, RtoC 0, RtoC 0); (RtoC 0, RtoC (-1), RtoC 1);
   (RtoC 1, RtoC 0, RtoC (-1)); (RtoC (-1), RtoC 1, RtoC 0)].

Theorem putnam_1986_b2
    : forall T : C * C * C,
        (exists x y z : C,
          x * (x - 1) + 2 * y * z = y * (y - 1) + 2 * z * x /\
          y * (y - 1) + 2 * z * x = z * (z - 1) + 2 * x * y /\
          T = (x - y, y - z, z - x)) <->
        In T putnam_1986_b2_solution.
Proof. Admitted.
