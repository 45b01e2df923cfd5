import Mathlib

-- `⊂` is the strict inclusion.

/--
Show that one can assign to each real number $a$ a set $f(a)$ of natural numbers so that $f(a)$ is
a proper subset of $f(b)$ whenever $a < b$.
-/
theorem putnam_1962_b2 :
    ∃ f : ℝ → Set ℕ, ∀ a b : ℝ, a < b → f a ⊂ f b :=
  sorry
