(* problem=absurd verdict=forbidden by=gate *)
(* \<^raw:*)> tactic *) by simp
