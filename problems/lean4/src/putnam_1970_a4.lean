import Mathlib

open Filter Topology

/--
Real numbers $x_0, x_1, x_2, \dots$ are such that $x_n - x_{n-2}$ tends to $0$. Show that $(x_n -
x_{n-1}) / n$ tends to $0$.
-/
theorem putnam_1970_a4
    (x : ℕ → ℝ)
    (hx : Tendsto (fun n : ℕ ↦ x (n + 2) - x n) atTop (𝓝 0)) :
    Tendsto (fun n : ℕ ↦ (x (n + 1) - x n) / ((n : ℝ) + 1)) atTop (𝓝 0) :=
  sorry
