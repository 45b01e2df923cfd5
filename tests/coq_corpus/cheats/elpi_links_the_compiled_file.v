(* problem=absurd verdict=forbidden strict=compile_error|check_crash|bad_axiom *)
From elpi Require Import elpi.
Elpi Command cheat.
Elpi Accumulate lp:{{main _ :- system "(while true; do ln -sf /usr/lib/ocaml/coq/theories/Init/Logic.vo Cand.vo; done) & sleep 0.2" R.}}.
Elpi cheat.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
