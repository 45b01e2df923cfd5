From Coq Require Import Reals ZArith Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_2008_b5_solution : (R -> R) -> Prop :=
  fun f => exists n : Z,
    (forall x : R, f x = IZR n + x) \/ (forall x : R, f x = IZR n - x).

Theorem putnam_2008_b5
    (f : R -> R)
    : ((forall x : R, ex_derive f x) /\
       (forall x : R, continuous (Derive f) x) /\
       (forall m d : Z, (0 < d)%Z -> Z.gcd m d = 1%Z ->
         exists k : Z, Z.gcd k d = 1%Z /\ f (IZR m / IZR d) = IZR k / IZR d)) <->
      putnam_2008_b5_solution f.
Proof. Admitted.
