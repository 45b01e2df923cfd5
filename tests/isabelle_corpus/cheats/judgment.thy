(* problem=absurd verdict=forbidden by=gate *)
judgment Holds :: "bool \<Rightarrow> prop" ("_")

by simp
