From Coq Require Import Reals Lra Lia.

Local Open Scope R_scope.

Theorem putnam_2004_a3
    (u : nat -> R)
    (h0 : u 0%nat = 1)
    (h1 : u 1%nat = 1)
    (h2 : u 2%nat = 1)
    (hdet : forall n : nat,
      u n * u (n + 3)%nat - u (n + 1)%nat * u (n + 2)%nat = INR (fact n))
    : forall n : nat, exists k : Z, u n = IZR k.
Proof. Admitted.
