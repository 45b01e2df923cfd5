theory putnam_1971_a1 imports Complex_Main
begin

theorem putnam_1971_a1:
  fixes S :: "(int \<times> int \<times> int) set"
  assumes hcard: "card S = 9"
  shows "\<exists>p1 p2 p3 q1 q2 q3 r1 r2 r3 :: int. \<exists>t :: real.
    (p1, p2, p3) \<in> S \<and> (q1, q2, q3) \<in> S \<and> (p1, p2, p3) \<noteq> (q1, q2, q3) \<and> 0 < t \<and> t < 1 \<and>
    real_of_int r1 = (1 - t) * real_of_int p1 + t * real_of_int q1 \<and>
    real_of_int r2 = (1 - t) * real_of_int p2 + t * real_of_int q2 \<and>
    real_of_int r3 = (1 - t) * real_of_int p3 + t * real_of_int q3"
  sorry

end
