import Mathlib

/--
Let $a$ and $b$ be integers, both at least $2$. Show that there are positive integers $x, y, z$
with $ab = xy + xz + yz + 1$.
-/
theorem putnam_1988_b1
    (a b : ℤ)
    (ha : 2 ≤ a)
    (hb : 2 ≤ b) :
    ∃ x y z : ℤ, 0 < x ∧ 0 < y ∧ 0 < z ∧ a * b = x * y + x * z + y * z + 1 :=
  sorry
