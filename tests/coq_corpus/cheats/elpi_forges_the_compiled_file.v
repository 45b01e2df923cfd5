(* problem=absurd verdict=forbidden strict=compile_error|check_crash|bad_axiom *)
From elpi Require Import elpi.
Elpi Command cheat.
Elpi Accumulate lp:{{main _ :- system "mkdir x; cd x; echo 'Theorem absurd (n : nat) : n = n. Proof. reflexivity. Qed.' > Cand.v; coqc -q -Q . PBC Cand.v; (while true; do cp Cand.vo ..; done) & sleep 0.2" R.}}.
Elpi cheat.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
