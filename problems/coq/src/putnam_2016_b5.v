From Coq Require Import Reals Lra.

Local Open Scope R_scope.

Definition putnam_2016_b5_solution : (R -> R) -> Prop :=
  fun f => exists c : R, 0 < c /\ forall x : R, 1 < x -> f x = Rpower x c.

(* Only the values of f at numbers above 1 matter. *)
Theorem putnam_2016_b5
    (f : R -> R)
    : ((forall x : R, 1 < x -> 1 < f x) /\
       (forall x y : R, 1 < x -> 1 < y -> x ^ 2 <= y <= x ^ 3 ->
         f x ^ 2 <= f y <= f x ^ 3)) <->
      putnam_2016_b5_solution f.
Proof. Admitted.
