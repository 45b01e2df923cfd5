(* problem=absurd verdict=forbidden by=gate *)
local_setup \<open>snd o Local_Theory.note ((\<^binding>\<open>absurd\<close>, []), [])\<close>

by simp
