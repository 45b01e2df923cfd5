(* problem=absurd verdict=forbidden by=gate *)
simproc_setup cheat ("x = (y::nat)") = \<open>fn _ => fn _ => fn _ => NONE\<close>

by simp
