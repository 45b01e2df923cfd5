theory putnam_1965_a4 imports Complex_Main
begin

theorem putnam_1965_a4:
  fixes boys :: "'b set"
    and girls :: "'g set"
    and dances :: "'g \<Rightarrow> 'b \<Rightarrow> bool"
  assumes hBoy: "finite boys"
    and hGirl: "finite girls"
    and hparty: "girls \<noteq> {}"
    and hb: "\<forall>b\<in>boys. \<exists>g\<in>girls. \<not> dances g b"
    and hg: "\<forall>g\<in>girls. \<exists>b\<in>boys. dances g b"
  shows "\<exists>g\<in>girls. \<exists>h\<in>girls. \<exists>b\<in>boys. \<exists>c\<in>boys.
    dances g b \<and> dances h c \<and> \<not> dances h b \<and> \<not> dances g c"
  sorry

end
