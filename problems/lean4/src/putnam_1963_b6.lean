import Mathlib

/--
For a set $B$ of points of a Euclidean space of dimension $d \leq 3$, let $S(B)$ consist of the
points of all closed segments whose end points, equal or not, are in $B$. Start from any nonempty
set $A_0$ and put $A_{n+1} = S(A_n)$ for $n \geq 0$. Show that $A_n = A_2$ for all $n \geq 2$.
-/
theorem putnam_1963_b6
    (d : ℕ)
    (hd : d ≤ 3)
    (S : Set (EuclideanSpace ℝ (Fin d)) → Set (EuclideanSpace ℝ (Fin d)))
    (hS : ∀ (B : Set (EuclideanSpace ℝ (Fin d))) (x : EuclideanSpace ℝ (Fin d)),
      x ∈ S B ↔ ∃ p ∈ B, ∃ q ∈ B, x ∈ segment ℝ p q)
    (A : ℕ → Set (EuclideanSpace ℝ (Fin d)))
    (hA0 : (A 0).Nonempty)
    (hA : ∀ n : ℕ, A (n + 1) = S (A n)) :
    ∀ n : ℕ, 2 ≤ n → A n = A 2 :=
  sorry
