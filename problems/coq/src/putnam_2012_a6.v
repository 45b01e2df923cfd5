From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

(* Whether f must vanish everywhere. *)
Definition putnam_2012_a6_solution : bool := true.

(* A rectangle of area 1: its corner is (a, b), its sides have the lengths w and 1 / w and the
   directions (cos t, sin t) and (- sin t, cos t). *)
Theorem putnam_2012_a6
    : putnam_2012_a6_solution = true <->
      forall f : R * R -> R,
        (forall p : R * R, continuous f p) ->
        (forall a b t w : R, 0 < w ->
          RInt (fun r =>
            RInt (fun s => f (a + r * cos t - s * sin t, b + r * sin t + s * cos t))
              0 (1 / w))
            0 w = 0) ->
        forall p : R * R, f p = 0.
Proof. Admitted.
