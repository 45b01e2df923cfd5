theory putnam_1981_a1 imports Complex_Main
begin

(* N n is the product 1^1 2^2 ... n^n. *)

definition putnam_1981_a1_solution :: "real" where
  "putnam_1981_a1_solution \<equiv> undefined"
(* 1 / 8 *)
theorem putnam_1981_a1:
  fixes N E :: "nat \<Rightarrow> nat"
  assumes hN: "\<forall>n. N n = (\<Prod>i=1..n. i ^ i)"
    and hE: "\<forall>n. 1 \<le> n \<longrightarrow> 5 ^ E n dvd N n \<and> (\<forall>k. 5 ^ k dvd N n \<longrightarrow> k \<le> E n)"
  shows "(\<lambda>n. real (E n) / real n ^ 2) \<longlonglongrightarrow> putnam_1981_a1_solution"
  sorry

end
