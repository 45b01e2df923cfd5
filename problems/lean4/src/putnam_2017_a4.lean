import Mathlib

/--
In a class of $2N$ students each has a score from $0$ to $10$, an integer. Each of the eleven
scores was reached by someone, and the mean of all scores is $7.4$. Show that the class splits
into two groups of $N$ students such that the mean in either group is $7.4$.
-/
theorem putnam_2017_a4
    (Student : Type*)
    [Fintype Student]
    [DecidableEq Student]
    (N : ℕ)
    (hN : Fintype.card Student = 2 * N)
    (score : Student → ℕ)
    (hscore : ∀ s : Student, score s ≤ 10)
    (hall : ∀ k : ℕ, k ≤ 10 → ∃ s : Student, score s = k)
    (average : Finset Student → ℚ)
    (haverage : ∀ A : Finset Student, average A = (∑ s ∈ A, (score s : ℚ)) / (A.card : ℚ))
    (htotal : average Finset.univ = 74 / 10) :
    ∃ A : Finset Student, A.card = N ∧ (Aᶜ).card = N ∧
      average A = 74 / 10 ∧ average (Aᶜ) = 74 / 10 :=
  sorry
