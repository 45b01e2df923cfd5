theory putnam_1994_b1 imports Complex_Main
begin

(* The solution lists all such n. *)

definition putnam_1994_b1_solution :: "nat list" where
  "putnam_1994_b1_solution \<equiv> undefined"
(* [315..<326] @ [332..<351] *)
theorem putnam_1994_b1:
  fixes n :: nat
  shows "(1 \<le> n \<and> card {s :: nat. (\<exists>m :: nat. s = m ^ 2) \<and> s \<le> n + 250 \<and> n \<le> s + 250} = 15) \<longleftrightarrow>
    n \<in> set putnam_1994_b1_solution"
  sorry

end
