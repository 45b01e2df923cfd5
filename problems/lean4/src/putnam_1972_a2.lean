import Mathlib

/--
A binary operation on a set $S$ is such that $x(xy) = y$ and $(yx)x = y$ for all $x, y$ in $S$.
Show that it must be commutative, and give an example where it is not associative.
-/
theorem putnam_1972_a2 :
    (∀ (S : Type*) (op : S → S → S),
      (∀ x y : S, op x (op x y) = y) →
      (∀ x y : S, op (op y x) x = y) →
      ∀ x y : S, op x y = op y x) ∧
    (∃ (S : Type) (op : S → S → S),
      (∀ x y : S, op x (op x y) = y) ∧
      (∀ x y : S, op (op y x) x = y) ∧
      ¬ ∀ x y z : S, op (op x y) z = op x (op y z)) :=
  sorry
