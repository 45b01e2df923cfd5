abbrev warmup_linear_system_solution : Int × Int := sorry
-- (3, 2)
/--
Find the integers $x$ and $y$ with $x + y = 5$ and $x - y = 1$.
-/
theorem warmup_linear_system
    (x y : Int) :
    (x + y = 5 ∧ x - y = 1) ↔ (x, y) = warmup_linear_system_solution :=
  sorry
