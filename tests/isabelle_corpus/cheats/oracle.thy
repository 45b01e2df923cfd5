(* problem=absurd verdict=forbidden by=gate *)
oracle cheat = \<open>fn ct => ct\<close>

by simp
