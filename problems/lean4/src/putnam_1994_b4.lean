import Mathlib

/--
Let $A$ be the matrix with the rows $(3, 2)$ and $(4, 3)$, and for $n \geq 1$ let $d_n$ be the
greatest common divisor of the four entries of $A^n - I$, with $I$ the identity matrix. Show that
$d_n$ tends to infinity.
-/
theorem putnam_1994_b4
    (A : Matrix (Fin 2) (Fin 2) ℤ)
    (hA : A 0 0 = 3 ∧ A 0 1 = 2 ∧ A 1 0 = 4 ∧ A 1 1 = 3)
    (d : ℕ → ℕ)
    (hd : ∀ n : ℕ, 1 ≤ n → d n =
      Nat.gcd (Nat.gcd ((A ^ n - 1) 0 0).natAbs ((A ^ n - 1) 0 1).natAbs)
        (Nat.gcd ((A ^ n - 1) 1 0).natAbs ((A ^ n - 1) 1 1).natAbs)) :
    ∀ M : ℕ, ∃ N : ℕ, ∀ n : ℕ, N ≤ n → M ≤ d n :=
  sorry
