(* problem=absurd verdict=compile_error *)
Require Import NoSuch.Library.
Theorem absurd (n : nat) : n = n + 1.
Proof. exact I. Qed.
