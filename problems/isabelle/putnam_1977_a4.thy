theory putnam_1977_a4 imports Complex_Main
"HOL-Computational_Algebra.Polynomial"
begin

(* The solution gives numerator and denominator of the rational function. *)

definition putnam_1977_a4_solution :: "real poly \<times> real poly" where
  "putnam_1977_a4_solution \<equiv> undefined"
(* ([:0, 1:], [:1, -1:]) *)
theorem putnam_1977_a4:
  fixes x :: real
  assumes hx: "0 < x \<and> x < 1"
  shows "(\<lambda>n. x ^ (2 ^ n) / (1 - x ^ (2 ^ (n + 1)))) sums
    (poly (fst putnam_1977_a4_solution) x / poly (snd putnam_1977_a4_solution) x)"
  sorry

end
