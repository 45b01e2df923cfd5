(* problem=absurd_variable verdict=forbidden strict=statement_changed *)
Require Import ProofIrrelevance.
Notation "!( * x !)" := x (at level 0, x at level 99).
Notation "!( x * )" := x (at level 0, x at level 0).
Definition a := !(* 0 !). Reset T. Require Import ProofIrrelevance. Variable T : Prop. Variable op : T -> T -> T.
Notation "!( * x !)" := x (at level 0, x at level 99).
Notation "!( x * )" := x (at level 0, x at level 0).
Definition c := !( 0 *).
Theorem absurd_variable : forall x y : T, op x y = op y x.
Proof. intros. apply proof_irrelevance. Qed.
