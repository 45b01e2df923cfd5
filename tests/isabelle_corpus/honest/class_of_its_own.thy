(* problem=comm *)
class joined =
  fixes join :: "'a \<Rightarrow> 'a \<Rightarrow> 'a" (infixl "\<squnion>\<squnion>" 65)
  assumes join_commute: "x \<squnion>\<squnion> y = y \<squnion>\<squnion> x"

instantiation nat :: joined
begin
definition join_nat :: "nat \<Rightarrow> nat \<Rightarrow> nat" where "join_nat = (+)"
instance by standard (simp add: join_nat_def)
end

using join_commute [of a b] by (simp add: join_nat_def)
