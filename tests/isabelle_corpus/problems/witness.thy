theory witness imports Main
begin

theorem witness:
  assumes h: "\<exists>x::nat. P x \<and> Q x"
  shows "\<exists>x. Q x"
  sorry

end
