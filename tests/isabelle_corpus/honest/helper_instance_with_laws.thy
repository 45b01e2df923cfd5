(* problem=comm *)
instantiation prod :: (semigroup_add, semigroup_add) semigroup_add
begin

definition plus_prod :: "'a \<times> 'b \<Rightarrow> 'a \<times> 'b \<Rightarrow> 'a \<times> 'b" where
  "plus_prod p q = (fst p + fst q, snd p + snd q)"

instance by standard (simp add: plus_prod_def add.assoc)

end

by simp
