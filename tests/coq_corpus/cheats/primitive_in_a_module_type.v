(* problem=absurd verdict=forbidden strict=compile_error *)
Require Import PrimInt63.
Module Type T. Primitive add := #int63_add. End T.
Module M <: T. Definition add (x y : int) := x. End M.
Module F (X : T).
  Lemma e : X.add 1%int63 2%int63 = 3%int63.
  Proof. reflexivity. Qed.
End F.
Module N := F M.
Lemma magic : False.
Proof. pose proof N.e as h. apply (f_equal (fun i => eqb i 1%int63)) in h. cbv in h. discriminate h. Qed.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct magic. Qed.
