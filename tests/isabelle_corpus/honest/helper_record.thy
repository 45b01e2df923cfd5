(* problem=comm *)
record spot =
  across :: nat
  along :: nat

lemma spot_along: "along \<lparr>across = 1, along = 2\<rparr> = 2"
  by simp

by simp
