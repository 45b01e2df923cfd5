theory putnam_2005_b1 imports Complex_Main
"HOL-Computational_Algebra.Polynomial"
begin

(* A polynomial in y, whose coefficients are polynomials in x: y is [:0, 1:] and x is [:[:0, 1:]:]. *)

definition putnam_2005_b1_solution :: "real poly poly" where
  "putnam_2005_b1_solution \<equiv> undefined"
(* ([:0, 1:] - [:[:0, 2:]:]) * ([:0, 1:] - [:[:0, 2:]:] - 1) *)
theorem putnam_2005_b1:
  shows "putnam_2005_b1_solution \<noteq> 0 \<and>
    (\<forall>a :: real. poly (poly putnam_2005_b1_solution [:real_of_int \<lfloor>2 * a\<rfloor>:])
      (real_of_int \<lfloor>a\<rfloor>) = 0)"
  sorry

end
