theory putnam_1980_a5 imports Complex_Main
"HOL-Analysis.Interval_Integral"
"HOL-Computational_Algebra.Polynomial"
begin

(* The integral from 0 to x is oriented, so that x may be negative. *)

theorem putnam_1980_a5:
  fixes P :: "real poly"
  assumes hP: "1 \<le> degree P"
  shows "finite {x :: real.
    interval_lebesgue_integral lborel (ereal 0) (ereal x) (\<lambda>t. poly P t * sin t) = 0 \<and>
    interval_lebesgue_integral lborel (ereal 0) (ereal x) (\<lambda>t. poly P t * cos t) = 0}"
  sorry

end
