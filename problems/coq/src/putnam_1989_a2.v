From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_1989_a2_solution : R -> R -> R :=
  fun a b => (exp (a ^ 2 * b ^ 2) - 1) / (a * b).

Theorem putnam_1989_a2
    (a b : R)
    (ha : 0 < a)
    (hb : 0 < b)
    : is_RInt (fun x =>
          RInt (fun y => exp (Rmax (b ^ 2 * x ^ 2) (a ^ 2 * y ^ 2))) 0 b)
        0 a (putnam_1989_a2_solution a b).
Proof. Admitted.
