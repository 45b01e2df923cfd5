(* problem=comm *)
lemma comm: fixes a b :: nat shows "a + b = b + a" by simp
