theory putnam_2010_b2 imports Complex_Main
begin

(* Noncollinear points A = (a1, a2), B = (b1, b2), C = (c1, c2) whose distances are the integers
   AB, AC, BC. *)

definition putnam_2010_b2_solution :: "int" where
  "putnam_2010_b2_solution \<equiv> undefined"
(* 3 *)
theorem putnam_2010_b2:
  fixes valid :: "int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> int \<Rightarrow> bool"
  assumes hvalid: "\<forall>a1 a2 b1 b2 c1 c2 AB AC BC. valid a1 a2 b1 b2 c1 c2 AB AC BC \<longleftrightarrow>
    (b1 - a1) * (c2 - a2) - (b2 - a2) * (c1 - a1) \<noteq> 0 \<and>
    0 \<le> AB \<and> AB ^ 2 = (a1 - b1) ^ 2 + (a2 - b2) ^ 2 \<and>
    0 \<le> AC \<and> AC ^ 2 = (a1 - c1) ^ 2 + (a2 - c2) ^ 2 \<and>
    0 \<le> BC \<and> BC ^ 2 = (b1 - c1) ^ 2 + (b2 - c2) ^ 2"
  shows "(\<exists>a1 a2 b1 b2 c1 c2 AC BC.
      valid a1 a2 b1 b2 c1 c2 putnam_2010_b2_solution AC BC) \<and>
    (\<forall>a1 a2 b1 b2 c1 c2 AB AC BC.
      valid a1 a2 b1 b2 c1 c2 AB AC BC \<longrightarrow> putnam_2010_b2_solution \<le> AB)"
  sorry

end
