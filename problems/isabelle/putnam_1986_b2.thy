theory putnam_1986_b2 imports Complex_Main
begin

(* The solution lists all such triples. *)

definition putnam_1986_b2_solution :: "(complex \<times> complex \<times> complex) list" where
  "putnam_1986_b2_solution \<equiv> undefined"
(* [(0, 0, 0), (0, -1, 1), (1, 0, -1), (-1, 1, 0)] *)
theorem putnam_1986_b2:
  fixes T :: "complex \<times> complex \<times> complex"
  shows "(\<exists>x y z :: complex.
      x * (x - 1) + 2 * y * z = y * (y - 1) + 2 * z * x \<and>
      y * (y - 1) + 2 * z * x = z * (z - 1) + 2 * x * y \<and>
      T = (x - y, y - z, z - x)) \<longleftrightarrow>
    T \<in> set putnam_1986_b2_solution"
  sorry

end
