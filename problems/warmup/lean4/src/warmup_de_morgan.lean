/--
Show that neither $P$ nor $Q$ holds if and only if it is not the case that one of them does.
-/
theorem warmup_de_morgan
    (P Q : Prop) :
    ¬(P ∨ Q) ↔ ¬P ∧ ¬Q :=
  sorry
