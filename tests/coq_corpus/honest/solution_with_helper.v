(* problem=all_squares track=no-solution *)
Require Import Arith List.
Import ListNotations.
Definition square (k : nat) := k * k.
Definition all_squares_solution (n k : nat) := n = square k.
Lemma unfold_it n k : all_squares_solution n k <-> n = k * k.
Proof. reflexivity. Qed.
Theorem all_squares
    (n k : nat)
    : In n [k * k] <-> all_squares_solution n k.
Proof.
  rewrite unfold_it. simpl. split.
  - intros [h | []]. symmetry. exact h.
  - intro h. left. symmetry. exact h.
Qed.
