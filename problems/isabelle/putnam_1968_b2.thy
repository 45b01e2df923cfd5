theory putnam_1968_b2 imports Complex_Main
"HOL-Algebra.Group"
begin

theorem putnam_1968_b2:
  fixes G :: "('a, 'b) monoid_scheme"
    and A :: "'a set"
  assumes hG: "group G"
    and hfinite: "finite (carrier G)"
    and hsub: "A \<subseteq> carrier G"
    and hA: "card (carrier G) < 2 * card A"
  shows "\<forall>g\<in>carrier G. \<exists>a\<in>A. \<exists>b\<in>A. g = a \<otimes>\<^bsub>G\<^esub> b"
  sorry

end
