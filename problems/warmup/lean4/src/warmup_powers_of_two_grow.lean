/--
Show that $n < 2^n$ for every natural number $n$.
-/
theorem warmup_powers_of_two_grow
    (n : Nat) :
    n < 2 ^ n :=
  sorry
