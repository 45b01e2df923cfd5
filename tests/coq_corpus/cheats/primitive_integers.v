(* problem=absurd verdict=bad_axiom *)
Require Import Uint63.
Lemma seven : (3 + 4 = 7)%uint63.
Proof. reflexivity. Qed.
Axiom bridge : (3 + 4 = 7)%uint63 -> forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. exact (bridge seven n). Qed.
