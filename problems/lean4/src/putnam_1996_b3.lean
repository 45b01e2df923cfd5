import Mathlib

-- The numbers x_1, ..., x_n are x 0, ..., x (n - 1).

abbrev putnam_1996_b3_solution : ℤ → ℤ := sorry
-- fun n ↦ (2 * n ^ 3 + 3 * n ^ 2 - 11 * n + 18) / 6
/--
Let $n \geq 2$. Over all arrangements $x_1, \dots, x_n$ of the numbers $1, \dots, n$, what is the
greatest value of $x_1 x_2 + x_2 x_3 + \cdots + x_{n-1} x_n + x_n x_1$?
-/
theorem putnam_1996_b3
    (n : ℕ)
    (hn : 2 ≤ n)
    (arrangement : (ℕ → ℤ) → Prop)
    (harrangement : ∀ x : ℕ → ℤ, arrangement x ↔
      ∀ v : ℤ, (1 ≤ v ∧ v ≤ (n : ℤ)) ↔ ∃ i : ℕ, i < n ∧ x i = v)
    (total : (ℕ → ℤ) → ℤ)
    (htotal : ∀ x : ℕ → ℤ, total x = ∑ i ∈ Finset.range n, x i * x ((i + 1) % n)) :
    (∃ x : ℕ → ℤ, arrangement x ∧ total x = putnam_1996_b3_solution (n : ℤ)) ∧
    (∀ x : ℕ → ℤ, arrangement x → total x ≤ putnam_1996_b3_solution (n : ℤ)) :=
  sorry
