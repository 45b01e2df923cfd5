From Coq Require Import Arith List.
From PutnamProblems Require Import putnam_1992_a5.
Import ListNotations.

Definition ones (n : nat) : nat := length (filter (Nat.testbit n) (seq 0 (Nat.log2 n + 1))).
Definition a (n : nat) : nat := if Nat.even (ones n) then 0 else 1.

Definition instance := putnam_1992_a5 ones ltac:(reflexivity) a ltac:(reflexivity).

Lemma values : map ones (seq 1 8) = [1; 1; 2; 1; 2; 2; 3; 1].
Proof. reflexivity. Qed.

(* Two equal blocks in a row do occur: 0, 0 at 5 and 6, and 1, 1 at 1 and 2. *)
Lemma twice_is_possible : a 1 = a 2 /\ a 5 = a 6.
Proof. split; reflexivity. Qed.
