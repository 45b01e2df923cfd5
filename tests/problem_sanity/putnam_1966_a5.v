From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1966_a5.
Local Open Scope R_scope.

(* The multiplication by x. *)
Definition instance :=
  putnam_1966_a5 (fun g x => x * g x)
    ltac:(intros f hf; apply (continuity_mult (fun x => x) f); [apply derivable_continuous, derivable_id|exact hf])
    ltac:(intros; cbv beta; ring)
    ltac:(intros f g _ _ a b _ h x hx; cbv beta; rewrite (h x hx); reflexivity).
