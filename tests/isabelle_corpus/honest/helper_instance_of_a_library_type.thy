(* problem=comm *)
instantiation list :: (plus) plus
begin

definition plus_list :: "'a list \<Rightarrow> 'a list \<Rightarrow> 'a list" where "plus_list xs ys = map2 (+) xs ys"

instance ..

end

lemma length_plus: "length (xs + ys) = min (length xs) (length ys)"
  by (simp add: plus_list_def)

by simp
