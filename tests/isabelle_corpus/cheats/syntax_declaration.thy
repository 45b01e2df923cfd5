(* problem=absurd verdict=forbidden by=gate *)
syntax_declaration \<open>K I\<close>

by simp
