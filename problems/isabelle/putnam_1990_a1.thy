theory putnam_1990_a1 imports Complex_Main
begin

(* The solution gives the two sequences A and B. *)

definition putnam_1990_a1_solution :: "(nat \<Rightarrow> int) \<times> (nat \<Rightarrow> int)" where
  "putnam_1990_a1_solution \<equiv> undefined"
(* ((\<lambda>n. fact n), (\<lambda>n. 2 ^ n)) *)
theorem putnam_1990_a1:
  fixes T :: "nat \<Rightarrow> int"
  assumes hT0: "T 0 = 2"
    and hT1: "T 1 = 3"
    and hT2: "T 2 = 6"
    and hT: "\<forall>n. 3 \<le> n \<longrightarrow> T n =
      (int n + 4) * T (n - 1) - 4 * int n * T (n - 2) + (4 * int n - 8) * T (n - 3)"
  shows "\<forall>n. T n = fst putnam_1990_a1_solution n + snd putnam_1990_a1_solution n"
  sorry

end
