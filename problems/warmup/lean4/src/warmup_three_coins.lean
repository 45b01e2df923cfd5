/--
Three coins lie on a table. Show that two of them show the same side.
-/
theorem warmup_three_coins
    (a b c : Bool) :
    a = b ∨ b = c ∨ a = c :=
  sorry
