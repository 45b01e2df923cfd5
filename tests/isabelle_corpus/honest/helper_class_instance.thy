(* problem=comm *)
datatype lamp = On | Off

instantiation lamp :: ord
begin

definition less_eq_lamp :: "lamp \<Rightarrow> lamp \<Rightarrow> bool" where "less_eq_lamp a b = (a = b)"
definition less_lamp :: "lamp \<Rightarrow> lamp \<Rightarrow> bool" where "less_lamp a b = False"

instance ..

end

by simp
