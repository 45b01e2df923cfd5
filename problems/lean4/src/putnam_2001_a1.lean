import Mathlib

/--
On a set $S$ a binary operation $*$ is given with $(a * b) * a = b$ for all $a, b$ in $S$. Show
that $a * (b * a) = b$ holds for all $a, b$ in $S$ as well.
-/
theorem putnam_2001_a1
    (S : Type*)
    (op : S → S → S)
    (hop : ∀ a b : S, op (op a b) a = b) :
    ∀ a b : S, op a (op b a) = b :=
  sorry
