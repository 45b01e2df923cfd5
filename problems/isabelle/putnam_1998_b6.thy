theory putnam_1998_b6 imports Complex_Main
begin

(* The square root of an integer is an integer if it is the square of one, and only then. *)

theorem putnam_1998_b6:
  fixes a b c :: int
  shows "\<exists>n :: int. 0 < n \<and>
    \<not> (\<exists>m :: int. n ^ 3 + a * n ^ 2 + b * n + c = m ^ 2)"
  sorry

end
