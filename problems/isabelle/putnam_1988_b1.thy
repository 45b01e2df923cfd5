theory putnam_1988_b1 imports Complex_Main
begin

theorem putnam_1988_b1:
  fixes a b :: int
  assumes ha: "2 \<le> a"
    and hb: "2 \<le> b"
  shows "\<exists>x y z :: int. 0 < x \<and> 0 < y \<and> 0 < z \<and> a * b = x * y + x * z + y * z + 1"
  sorry

end
