From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_1962_a2_solution : (R -> Prop) -> (R -> R) -> Prop :=
  fun D f => exists a c : R,
    0 < a /\ forall x : R, D x -> 0 < 1 - c * x /\ f x = a / (1 - c * x) ^ 2.

(* D is the domain: an interval whose least element is 0. Only the values of f on D matter. *)
Theorem putnam_1962_a2
    (D : R -> Prop)
    (hD : forall x y z : R, D x -> D z -> x <= y <= z -> D y)
    (hD0 : D 0)
    (hDmin : forall x : R, D x -> 0 <= x)
    (hDpos : exists x : R, D x /\ 0 < x)
    (f : R -> R)
    (hf : forall x : R, D x -> 0 < f x)
    : (forall x : R, D x -> 0 < x ->
        ex_RInt f 0 x /\ RInt f 0 x / x = sqrt (f 0 * f x)) <->
      putnam_1962_a2_solution D f.
Proof. Admitted.
