/--
Show that a finite list and its reverse have the same length.
-/
theorem warmup_length_of_reverse
    (A : Type)
    (l : List A) :
    l.reverse.length = l.length :=
  sorry
