(* problem=absurd verdict=statement_changed *)
Section Cheat.
Variable nat : Type.
Variable magic : False.
Theorem absurd (n : Datatypes.nat) : n = n + 1.
Proof. destruct magic. Qed.
End Cheat.
