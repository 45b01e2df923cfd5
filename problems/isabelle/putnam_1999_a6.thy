theory putnam_1999_a6 imports Complex_Main
begin

(* The sequence is a 1, a 2, ...; nothing is said of a 0. *)

theorem putnam_1999_a6:
  fixes a :: "nat \<Rightarrow> real"
  assumes h1: "a 1 = 1"
    and h2: "a 2 = 2"
    and h3: "a 3 = 24"
    and ha: "\<forall>n. 4 \<le> n \<longrightarrow> a n =
      (6 * a (n - 1) ^ 2 * a (n - 3) - 8 * a (n - 1) * a (n - 2) ^ 2) /
      (a (n - 2) * a (n - 3))"
  shows "\<forall>n. 1 \<le> n \<longrightarrow> (\<exists>k :: int. a n = real_of_int k * real n)"
  sorry

end
