From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory.

Local Open Scope ring_scope.

Definition putnam_1991_b5_solution : nat -> nat := fun p => ((p + 3) %/ 4)%N.
(* This is p / 4, rounded up. *)

Theorem putnam_1991_b5
    (p : nat)
    (hp : prime p)
    (hodd : odd p)
    : #|[set z : 'F_p | [exists x : 'F_p, z == x ^+ 2] &&
                        [exists y : 'F_p, z == y ^+ 2 + 1]]| =
      putnam_1991_b5_solution p.
Proof. Admitted.
