theory putnam_2004_a3 imports Complex_Main
begin

(* The determinant is written out. *)

theorem putnam_2004_a3:
  fixes u :: "nat \<Rightarrow> real"
  assumes h0: "u 0 = 1"
    and h1: "u 1 = 1"
    and h2: "u 2 = 1"
    and hdet: "\<forall>n. u n * u (n + 3) - u (n + 1) * u (n + 2) = fact n"
  shows "\<forall>n. \<exists>k :: int. u n = real_of_int k"
  sorry

end
