(* problem=absurd verdict=forbidden by=gate *)
syntax "_eqn" :: "nat \<Rightarrow> nat \<Rightarrow> bool" ("_ = _")

by simp
