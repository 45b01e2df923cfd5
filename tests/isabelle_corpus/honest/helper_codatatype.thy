(* problem=comm *)
codatatype stream_of_nat = SCons (first: nat) (rest: stream_of_nat)

primcorec up_from :: "nat \<Rightarrow> stream_of_nat" where
  "up_from n = SCons n (up_from (Suc n))"

fun even_by_steps :: "nat \<Rightarrow> bool" and odd_by_steps :: "nat \<Rightarrow> bool" where
  "even_by_steps 0 = True"
| "odd_by_steps 0 = False"
| "even_by_steps (Suc n) = odd_by_steps n"
| "odd_by_steps (Suc n) = even_by_steps n"

by simp
