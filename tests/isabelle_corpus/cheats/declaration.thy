(* problem=absurd verdict=forbidden by=gate *)
declaration \<open>K I\<close>

by simp
