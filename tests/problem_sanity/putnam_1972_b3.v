From Coq Require Import Arith Lia.
From PutnamProblems Require Import putnam_1972_b3.

(* The group of order 3, with A a generator and B the neutral element. *)
Inductive three := e | a | b.

Definition mul (x y : three) : three :=
  match x, y with
  | e, z | z, e => z
  | a, a => b
  | b, b => a
  | a, b | b, a => e
  end.

Definition inv (x : three) : three := match x with e => e | a => b | b => a end.

Definition instance :=
  putnam_1972_b3 three mul e inv
    ltac:(intros [] [] []; reflexivity) ltac:(intros []; reflexivity)
    ltac:(intros []; reflexivity) ltac:(intros []; reflexivity) ltac:(intros []; reflexivity)
    a e eq_refl eq_refl 2 ltac:(lia) eq_refl.
