import Mathlib

/--
At a party that at least one girl attends, finitely many boys and girls dance. Each girl dances
with some boy, and for each boy there is a girl with whom he does not dance. Show that two girls
$g, h$ and two boys $b, c$ can be found such that $g$ dances with $b$ and $h$ with $c$, while $h$
does not dance with $b$ and $g$ does not dance with $c$.
-/
theorem putnam_1965_a4
    (Boy Girl : Type*)
    [hBoy : Finite Boy]
    [hGirl : Finite Girl]
    [hparty : Nonempty Girl]
    (dances : Girl → Boy → Prop)
    (hb : ∀ b : Boy, ∃ g : Girl, ¬ dances g b)
    (hg : ∀ g : Girl, ∃ b : Boy, dances g b) :
    ∃ (g h : Girl) (b c : Boy), dances g b ∧ dances h c ∧ ¬ dances h b ∧ ¬ dances g c :=
  sorry
