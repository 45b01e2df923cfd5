import Mathlib

/--
Let $T$ map continuous functions from the reals to the reals to such functions. Suppose that $T$
is linear over the reals, and that whenever two continuous functions agree on an interval (of
positive length), their images agree there too. Show that $T$ is the multiplication by a
continuous function $f$: $(Tg)(x) = f(x) g(x)$ for all continuous $g$ and all real $x$.
-/
theorem putnam_1966_a5
    (T : C(ℝ, ℝ) → C(ℝ, ℝ))
    (hlinear : ∀ (a b : ℝ) (f g : C(ℝ, ℝ)), T (a • f + b • g) = a • T f + b • T g)
    (hlocal : ∀ (f g : C(ℝ, ℝ)) (a b : ℝ), a < b →
      (∀ x ∈ Set.Ioo a b, f x = g x) → ∀ x ∈ Set.Ioo a b, T f x = T g x) :
    ∃ f : C(ℝ, ℝ), ∀ (g : C(ℝ, ℝ)) (x : ℝ), T g x = f x * g x :=
  sorry
