import Mathlib

/--
For real $\alpha$ and $x$ write $f_\alpha(x)$ for the floor of $\alpha x$. Let $n \geq 1$ be an
integer. Show that for some $\alpha$ and all integers $k$ from $1$ to $n$, the $k$-fold iterate of
$f_\alpha$ takes $n^2$ to $n^2 - k$, and so does $f_{\alpha^k}$.
-/
theorem putnam_1994_b5
    (f : ℝ → ℝ → ℝ)
    (hf : ∀ alpha x : ℝ, f alpha x = (⌊alpha * x⌋ : ℝ))
    (n : ℕ)
    (hn : 1 ≤ n) :
    ∃ alpha : ℝ, ∀ k : ℕ, 1 ≤ k → k ≤ n →
      (f alpha)^[k] ((n : ℝ) ^ 2) = (n : ℝ) ^ 2 - (k : ℝ) ∧
      (n : ℝ) ^ 2 - (k : ℝ) = f (alpha ^ k) ((n : ℝ) ^ 2) :=
  sorry
