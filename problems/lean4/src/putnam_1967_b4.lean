import Mathlib

-- locked k i: whether locker i is locked after the operations T_1, ..., T_k.

/--
Lockers with the numbers $1, \dots, n$ are all locked. For $k = 1, \dots, n$ in turn, each locker
whose number is a multiple of $k$ is unlocked if it is locked, and locked if it is not. Show that
in the end a locker is unlocked exactly if its number is a perfect square.
-/
theorem putnam_1967_b4
    (n : ℕ)
    (locked : ℕ → ℕ → Bool)
    (hinit : ∀ i : ℕ, 1 ≤ i → i ≤ n → locked 0 i = true)
    (hT : ∀ k i : ℕ, 1 ≤ k → k ≤ n → 1 ≤ i → i ≤ n →
      (k ∣ i → locked k i = Bool.not (locked (k - 1) i)) ∧
      (¬ k ∣ i → locked k i = locked (k - 1) i)) :
    ∀ i : ℕ, 1 ≤ i → i ≤ n → (locked n i = false ↔ ∃ m : ℕ, i = m ^ 2) :=
  sorry
