(* problem=absurd verdict=statement_changed|compile_error by=audit:statement *)
datatype nat = N

instantiation nat :: numeral
begin
definition one_nat :: nat where "one_nat = N"
definition plus_nat :: "nat \<Rightarrow> nat \<Rightarrow> nat" where "plus_nat a b = N"
instance by standard (simp add: plus_nat_def)
end

by (metis nat.exhaust)
