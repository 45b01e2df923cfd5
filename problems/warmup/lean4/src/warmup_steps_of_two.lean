abbrev warmup_steps_of_two_solution : Nat → Nat := sorry
-- fun n => 2 * n + 3
/--
A function on the natural numbers has $f(0) = 3$ and $f(n + 1) = f(n) + 2$ for all $n$. Determine
$f$.
-/
theorem warmup_steps_of_two
    (f : Nat → Nat)
    (hf0 : f 0 = 3)
    (hf : ∀ n : Nat, f (n + 1) = f n + 2) :
    ∀ n : Nat, f n = warmup_steps_of_two_solution n :=
  sorry
