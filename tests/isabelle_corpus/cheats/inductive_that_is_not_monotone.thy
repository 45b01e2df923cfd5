(* problem=absurd verdict=compile_error by=build *)
inductive p :: bool where "\<not> p \<Longrightarrow> p"

using p.simps by simp
