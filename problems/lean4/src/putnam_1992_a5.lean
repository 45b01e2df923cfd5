import Mathlib

/--
For a positive integer $n$ let $a_n$ be $0$ if the number of ones among the binary digits of $n$
is even, and $1$ if it is odd. Show that for no positive integers $k$ and $m$ the $m$ terms from
$a_k$ on, the next $m$ and the $m$ after these are equal term by term: $a_{k+j} = a_{k+m+j} =
a_{k+2m+j}$ for all integers $0 \leq j \leq m-1$.
-/
theorem putnam_1992_a5
    (ones : ℕ → ℕ)
    (hones : ∀ n : ℕ, 1 ≤ n → ones n = (Nat.digits 2 n).count 1)
    (a : ℕ → ℕ)
    (ha : ∀ n : ℕ, 1 ≤ n → a n = if Even (ones n) then 0 else 1) :
    ¬ ∃ k m : ℕ, 1 ≤ k ∧ 1 ≤ m ∧ ∀ j : ℕ, j ≤ m - 1 →
      a (k + j) = a (k + m + j) ∧ a (k + m + j) = a (k + 2 * m + j) :=
  sorry
