(* problem=absurd verdict=forbidden by=gate *)
declare TrueI[simp]\<oplus>ML \<open>exit 0\<close>

by simp
