From Coq Require Import Reals Lra Lia.
From Coq Require Vectors.Fin.

Local Open Scope R_scope.

(* A point of the d-dimensional space is given by its d coordinates. *)
Theorem putnam_1963_b6
    (d : nat)
    (hd : (d <= 3)%nat)
    (S : ((Fin.t d -> R) -> Prop) -> ((Fin.t d -> R) -> Prop))
    (hS : forall (B : (Fin.t d -> R) -> Prop) (x : Fin.t d -> R),
      S B x <->
      exists (p q : Fin.t d -> R) (t : R),
        B p /\ B q /\ 0 <= t <= 1 /\
        forall i : Fin.t d, x i = (1 - t) * p i + t * q i)
    (A : nat -> (Fin.t d -> R) -> Prop)
    (hA0 : exists x : Fin.t d -> R, A 0%nat x)
    (hA : forall (n : nat) (x : Fin.t d -> R), A (n + 1)%nat x <-> S (A n) x)
    : forall n : nat, (2 <= n)%nat ->
        forall x : Fin.t d -> R, A n x <-> A 2%nat x.
Proof. Admitted.
