theory putnam_1986_b4 imports Complex_Main
begin

(* The solution says whether the assertion is true. *)

definition putnam_1986_b4_solution :: "bool" where
  "putnam_1986_b4_solution \<equiv> undefined"
(* True *)
theorem putnam_1986_b4:
  fixes G :: "real \<Rightarrow> real"
  assumes hG: "\<forall>r. 0 < r \<longrightarrow>
    (\<exists>m n :: int. G r = \<bar>r - sqrt (real_of_int m ^ 2 + 2 * real_of_int n ^ 2)\<bar>) \<and>
    (\<forall>m n :: int. G r \<le> \<bar>r - sqrt (real_of_int m ^ 2 + 2 * real_of_int n ^ 2)\<bar>)"
  shows "putnam_1986_b4_solution \<longleftrightarrow> (G \<longlongrightarrow> 0) at_top"
  sorry

end
