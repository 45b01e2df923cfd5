theory putnam_1995_a1 imports Complex_Main
begin

theorem putnam_1995_a1:
  fixes S T U :: "real set"
  assumes hS: "\<forall>a b. a \<in> S \<and> b \<in> S \<longrightarrow> a * b \<in> S"
    and hdisjoint: "\<forall>x. \<not> (x \<in> T \<and> x \<in> U)"
    and hunion: "\<forall>x. x \<in> S \<longleftrightarrow> x \<in> T \<or> x \<in> U"
    and hT: "\<forall>a b c. a \<in> T \<and> b \<in> T \<and> c \<in> T \<longrightarrow> a * b * c \<in> T"
    and hU: "\<forall>a b c. a \<in> U \<and> b \<in> U \<and> c \<in> U \<longrightarrow> a * b * c \<in> U"
  shows "(\<forall>a b. a \<in> T \<and> b \<in> T \<longrightarrow> a * b \<in> T) \<or> (\<forall>a b. a \<in> U \<and> b \<in> U \<longrightarrow> a * b \<in> U)"
  sorry

end
