(* problem=absurd verdict=forbidden by=gate *)
setup \<open>Config.put_global Goal.quick_and_dirty true\<close>

by simp
