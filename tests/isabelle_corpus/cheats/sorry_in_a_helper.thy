(* problem=absurd verdict=incomplete by=gate *)
lemma false: "False"
  sorry

using false by simp
