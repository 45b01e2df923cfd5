From Coq Require Import Reals Lra Lia.

Local Open Scope R_scope.

(* The answers to the two questions, for three and for nine colors. *)
Definition putnam_1988_a4_solution : bool * bool := (true, false).

(* unavoidable k: however the plane is painted with the colors 0, ..., k - 1, two points at
   distance 1 have the same color. *)
Theorem putnam_1988_a4
    (unavoidable : nat -> Prop)
    (hunavoidable : forall k : nat, unavoidable k <->
      forall color : R -> R -> nat, (forall x y : R, (color x y < k)%nat) ->
        exists x y u v : R,
          sqrt ((x - u) ^ 2 + (y - v) ^ 2) = 1 /\ color x y = color u v)
    : (fst putnam_1988_a4_solution = true <-> unavoidable 3%nat) /\
      (snd putnam_1988_a4_solution = true <-> unavoidable 9%nat).
Proof. Admitted.
