theory putnam_1996_a4 imports Complex_Main
begin

theorem putnam_1996_a4:
  fixes A :: "'a set"
    and S :: "'a \<Rightarrow> 'a \<Rightarrow> 'a \<Rightarrow> bool"
  assumes hA: "finite A"
    and hdistinct: "\<forall>a b c. S a b c \<longrightarrow>
      a \<in> A \<and> b \<in> A \<and> c \<in> A \<and> a \<noteq> b \<and> b \<noteq> c \<and> a \<noteq> c"
    and h1: "\<forall>a\<in>A. \<forall>b\<in>A. \<forall>c\<in>A. S a b c \<longleftrightarrow> S b c a"
    and h2: "\<forall>a\<in>A. \<forall>b\<in>A. \<forall>c\<in>A. a \<noteq> b \<and> b \<noteq> c \<and> a \<noteq> c \<longrightarrow> (S a b c \<longleftrightarrow> \<not> S c b a)"
    and h3: "\<forall>a\<in>A. \<forall>b\<in>A. \<forall>c\<in>A. \<forall>d\<in>A. (S a b c \<and> S c d a) \<longleftrightarrow> (S b c d \<and> S d a b)"
  shows "\<exists>g :: 'a \<Rightarrow> real. inj_on g A \<and>
    (\<forall>a\<in>A. \<forall>b\<in>A. \<forall>c\<in>A. g a < g b \<and> g b < g c \<longrightarrow> S a b c)"
  sorry

end
