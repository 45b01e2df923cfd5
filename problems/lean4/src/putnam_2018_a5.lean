import Mathlib

/--
A function $f : \mathbb{R} \to \mathbb{R}$ has derivatives of all orders and no negative value,
$f(0) = 0$ and $f(1) = 1$. Show that for some $n \geq 1$ the $n$-th derivative of $f$ has a
negative value.
-/
theorem putnam_2018_a5
    (f : ℝ → ℝ)
    (hsmooth : ∀ n : ℕ, ContDiff ℝ n f)
    (h0 : f 0 = 0)
    (h1 : f 1 = 1)
    (hnonneg : ∀ x : ℝ, 0 ≤ f x) :
    ∃ (n : ℕ) (x : ℝ), 1 ≤ n ∧ iteratedDeriv n f x < 0 :=
  sorry
