import Mathlib

/--
Let $A$ be a finite set and $S$ a set of triples of three distinct elements of $A$, such that for
distinct $a, b, c, d$: (1) with $(a,b,c)$ also $(b,c,a)$ is in $S$, and conversely; (2) exactly
one of $(a,b,c)$ and $(c,b,a)$ is in $S$; (3) $(a,b,c)$ and $(c,d,a)$ are both in $S$ if and only
if $(b,c,d)$ and $(d,a,b)$ are. Show that there is an injective function $g : A \to \mathbb{R}$
such that $(a,b,c)$ is in $S$ whenever $g(a) < g(b) < g(c)$.
-/
theorem putnam_1996_a4
    (A : Type*)
    [hA : Finite A]
    (S : A → A → A → Prop)
    (hdistinct : ∀ a b c : A, S a b c → a ≠ b ∧ b ≠ c ∧ a ≠ c)
    (h1 : ∀ a b c : A, S a b c ↔ S b c a)
    (h2 : ∀ a b c : A, a ≠ b → b ≠ c → a ≠ c → (S a b c ↔ ¬ S c b a))
    (h3 : ∀ a b c d : A, (S a b c ∧ S c d a) ↔ (S b c d ∧ S d a b)) :
    ∃ g : A → ℝ, (∀ a b : A, g a = g b → a = b) ∧
      ∀ a b c : A, g a < g b → g b < g c → S a b c :=
  sorry
