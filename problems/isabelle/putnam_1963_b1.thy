theory putnam_1963_b1 imports Complex_Main
"HOL-Computational_Algebra.Polynomial"
begin

(* The polynomials are given by their coefficients, the constant one first. *)

definition putnam_1963_b1_solution :: "int" where
  "putnam_1963_b1_solution \<equiv> undefined"
(* 2 *)
theorem putnam_1963_b1:
  fixes a :: int
  shows "([:a, -1, 1:] :: int poly) dvd monom 1 13 + [:90, 1:] \<longleftrightarrow> a = putnam_1963_b1_solution"
  sorry

end
