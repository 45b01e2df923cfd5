(* problem=comm *)
consts weight :: "'a \<Rightarrow> nat"

overloading weight_nat \<equiv> "weight :: nat \<Rightarrow> nat"
begin
definition weight_nat :: "nat \<Rightarrow> nat" where "weight_nat n = n"
end

by (simp add: weight_nat_def)
