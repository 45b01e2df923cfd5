theory putnam_1972_b3 imports Complex_Main
"HOL-Algebra.Group"
begin

theorem putnam_1972_b3:
  fixes G :: "('a, 'b) monoid_scheme"
    and A B :: 'a
    and n :: nat
  assumes hG: "group G"
    and hcarrier: "A \<in> carrier G \<and> B \<in> carrier G"
    and hABA: "(A \<otimes>\<^bsub>G\<^esub> B) \<otimes>\<^bsub>G\<^esub> A = (B \<otimes>\<^bsub>G\<^esub> (A \<otimes>\<^bsub>G\<^esub> A)) \<otimes>\<^bsub>G\<^esub> B"
    and hA: "(A \<otimes>\<^bsub>G\<^esub> A) \<otimes>\<^bsub>G\<^esub> A = \<one>\<^bsub>G\<^esub>"
    and hn: "1 \<le> n"
    and hB: "B [^]\<^bsub>G\<^esub> (2 * n - 1) = \<one>\<^bsub>G\<^esub>"
  shows "B = \<one>\<^bsub>G\<^esub>"
  sorry

end
