import Mathlib

noncomputable abbrev warmup_largest_product_solution : ℝ := sorry
-- 25
/--
Two real numbers have the sum $10$. What is the largest value of their product?
-/
theorem warmup_largest_product :
    (∃ x : ℝ, x * (10 - x) = warmup_largest_product_solution) ∧
      ∀ x : ℝ, x * (10 - x) ≤ warmup_largest_product_solution :=
  sorry
