(* problem=absurd verdict=forbidden by=gate *)
by (simp add: \<^thm>\<open>refl\<close>)
