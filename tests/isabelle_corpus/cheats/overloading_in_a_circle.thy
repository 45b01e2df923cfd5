(* problem=absurd verdict=compile_error by=build *)
consts c :: "'a \<Rightarrow> bool"
overloading c_nat \<equiv> "c :: nat \<Rightarrow> bool"
begin
definition c_nat :: "nat \<Rightarrow> bool" where "c_nat n = (\<not> c True)"
end
overloading c_bool \<equiv> "c :: bool \<Rightarrow> bool"
begin
definition c_bool :: "bool \<Rightarrow> bool" where "c_bool b = c (0::nat)"
end

using c_nat_def c_bool_def by metis
