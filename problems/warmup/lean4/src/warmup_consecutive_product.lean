/--
Show that the product of two consecutive natural numbers is even.
-/
theorem warmup_consecutive_product
    (n : Nat) :
    ∃ k : Nat, n * (n + 1) = 2 * k :=
  sorry
