(* problem=absurd verdict=forbidden strict=compile_error *)
Require Import Hurkens.
Module Type T. Definition V := Type. Parameter A : V. Axiom same : V = A. End T.
Module F (X : T).
  Lemma magic : False.
  Proof. exact (TypeNeqSmallType.paradox X.A X.same). Qed.
End F.
Module M. Definition V := Type. Definition A : Type := V. Definition same : V = A := eq_refl. End M.
Unset Universe Checking.
Module N := F M.
Set Universe Checking.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct N.magic. Qed.
