/--
Show that applying a function to the entries of a list and then reversing the list gives the same
as reversing first.
-/
theorem warmup_reverse_of_map
    (A B : Type)
    (f : A → B)
    (l : List A) :
    (l.map f).reverse = l.reverse.map f :=
  sorry
