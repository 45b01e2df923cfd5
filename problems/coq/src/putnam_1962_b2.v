From Coq Require Import Reals.

Local Open Scope R_scope.

(* A set of natural numbers is a predicate; the inclusion is strict. *)
Theorem putnam_1962_b2
    : exists f : R -> (nat -> Prop),
        forall a b : R, a < b ->
          (forall n : nat, f a n -> f b n) /\
          (exists n : nat, f b n /\ ~ f a n).
Proof. Admitted.
