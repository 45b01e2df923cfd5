(* problem=absurd verdict=forbidden by=gate *)
external_file \<open>/etc/passwd\<close>

by simp
