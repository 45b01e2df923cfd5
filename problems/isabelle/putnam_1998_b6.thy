theory putnam_1998_b6 imports Complex_Main
begin

theorem putnam_1998_b6:
  fixes a b c :: int
  shows "\<exists>n :: int. 0 < n \<and>
    \<not> (\<exists>m :: int. sqrt (real_of_int (n ^ 3 + a * n ^ 2 + b * n + c)) = real_of_int m)"
  sorry

end
