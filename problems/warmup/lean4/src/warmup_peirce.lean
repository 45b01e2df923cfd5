/--
Show Peirce's law: if $P$ follows from $P$ implying $Q$, then $P$ holds.
-/
theorem warmup_peirce
    (P Q : Prop) :
    ((P → Q) → P) → P :=
  sorry
