From Coq Require Import Reals Lra.

Local Open Scope R_scope.

(* T acts on continuous functions; what it does to others is left open. *)
Theorem putnam_1966_a5
    (T : (R -> R) -> (R -> R))
    (hT : forall f : R -> R, continuity f -> continuity (T f))
    (hlinear : forall (a b : R) (f g : R -> R), continuity f -> continuity g ->
      forall x : R, T (fun y => a * f y + b * g y) x = a * T f x + b * T g x)
    (hlocal : forall f g : R -> R, continuity f -> continuity g ->
      forall a b : R, a < b ->
        (forall x : R, a < x < b -> f x = g x) ->
        forall x : R, a < x < b -> T f x = T g x)
    : exists f : R -> R, continuity f /\
        forall g : R -> R, continuity g -> forall x : R, T g x = f x * g x.
Proof. Admitted.
