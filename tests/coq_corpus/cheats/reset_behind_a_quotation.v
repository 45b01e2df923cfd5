(* problem=absurd_variable verdict=forbidden strict=statement_changed|compile_error *)
From elpi Require Import elpi.
Require Import ProofIrrelevance.
Comments lp:{{ " }}.
Reset T. Require Import ProofIrrelevance. Variable T : Prop. Variable op : T -> T -> T.
Comments lp:{{ " }}.
Theorem absurd_variable : forall x y : T, op x y = op y x.
Proof. intros. apply proof_irrelevance. Qed.
