(* problem=absurd verdict=forbidden strict=bad_axiom *)
Theorem absurd (n : nat) : n = n + 1.
Proof. revert n. Unset Guard Checking. fix loop 1. intro m. exact (loop m). Qed.
