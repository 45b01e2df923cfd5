From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_1979_b2_solution : R -> R -> R :=
  fun a b => exp (-1) * Rpower (Rpower b b / Rpower a a) (1 / (b - a)).

Theorem putnam_1979_b2
    (a b : R)
    (hab : 0 < a < b)
    : is_lim
        (fun t => Rpower (RInt (fun x => Rpower (b * x + a * (1 - x)) t) 0 1) (1 / t))
        0 (putnam_1979_b2_solution a b).
Proof. Admitted.
