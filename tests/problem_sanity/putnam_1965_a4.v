From Coq Require Import List.
From PutnamProblems Require Import putnam_1965_a4.

(* Two couples. *)
Definition instance :
  exists g h b c : bool, g = b /\ h = c /\ h <> b /\ g <> c.
Proof.
  apply putnam_1965_a4.
  - exists (true :: false :: nil). destruct b; simpl; auto.
  - exists (true :: false :: nil). destruct g; simpl; auto.
  - exact (inhabits true).
  - intro b. exists (negb b). destruct b; discriminate.
  - intro g. exists g. reflexivity.
Qed.
