(* problem=absurd_twice verdict=statement_changed by=audit:statement *)
class doubling = fixes twice :: "'a \<Rightarrow> nat" assumes fifteen: "twice x = 15"
instantiation nat :: doubling
begin
definition twice_nat :: "nat \<Rightarrow> nat" where "twice_nat n = 15"
instance by standard (simp add: twice_nat_def)
end

by (rule fifteen)
