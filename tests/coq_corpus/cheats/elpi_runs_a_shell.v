(* problem=absurd verdict=forbidden strict=compile_error|check_crash|bad_axiom *)
From elpi Require Import elpi.
Elpi Command cheat.
Elpi Accumulate lp:{{main _ :- system "(while true; do echo garbage > Cand.vo; done) & sleep 0.2" R.}}.
Elpi cheat.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
