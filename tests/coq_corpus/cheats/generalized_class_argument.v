(* problem=absurd verdict=statement_changed *)
Class Magic (A : Type) := { magic : False }.
Section S.
Context `{Magic nat}.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct magic. Qed.
End S.
