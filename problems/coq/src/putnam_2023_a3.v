From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_2023_a3_solution : R := PI / 2.

Theorem putnam_2023_a3
    (possible : R -> Prop)
    (hpossible : forall r : R, possible r <->
      exists f g : R -> R,
        (forall x : R, ex_derive f x) /\ (forall x : R, ex_derive g x) /\
        0 < f 0 /\ g 0 = 0 /\
        (forall x : R, Rabs (Derive f x) <= Rabs (g x)) /\
        (forall x : R, Rabs (Derive g x) <= Rabs (f x)) /\
        f r = 0)
    : 0 < putnam_2023_a3_solution /\ possible putnam_2023_a3_solution /\
      forall r : R, 0 < r -> possible r -> putnam_2023_a3_solution <= r.
Proof. Admitted.
