From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Theorem putnam_2018_a5
    (f : R -> R)
    (hsmooth : forall (n : nat) (x : R), ex_derive_n f n x)
    (h0 : f 0 = 0)
    (h1 : f 1 = 1)
    (hnonneg : forall x : R, 0 <= f x)
    : exists (n : nat) (x : R), (1 <= n)%nat /\ Derive_n f n x < 0.
Proof. Admitted.
