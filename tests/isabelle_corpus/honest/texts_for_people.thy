(* problem=comm *)
text \<open>See @{thm add.commute} and @{term "a + b"}; nothing is @{ML "()"}.\<close>

lemma aux: "(x::nat) + y = y + x" \<comment> \<open>as @{thm add.commute}\<close>
  by simp

section \<open>The theorem\<close>

by (rule aux)
