/--
In a group with unit $e$ let $x$ be an element with $xx = x$. Show that $x = e$.
-/
theorem warmup_idempotent_in_group
    (G : Type)
    (m : G → G → G)
    (e : G)
    (i : G → G)
    (hassoc : ∀ a b c : G, m (m a b) c = m a (m b c))
    (hunit : ∀ a : G, m e a = a)
    (hinv : ∀ a : G, m (i a) a = e)
    (x : G)
    (hx : m x x = x) :
    x = e :=
  sorry
