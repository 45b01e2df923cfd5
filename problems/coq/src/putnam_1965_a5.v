From mathcomp Require Import all_ssreflect all_fingroup.

Definition putnam_1965_a5_solution : nat -> nat := fun n => 2 ^ (n - 1).

(* The ordering lists the numbers s 0 + 1, s 1 + 1, ..., s (n - 1) + 1. *)
Theorem putnam_1965_a5
    (n : nat)
    (hn : 0 < n)
    : #|[set s : {perm 'I_n} |
          [forall i : 'I_n, (0 < i) ==>
            [exists j : 'I_n, (j < i) &&
              ((s i == (s j).+1 :> nat) || (s j == (s i).+1 :> nat))]]]| =
      putnam_1965_a5_solution n.
Proof. Admitted.
