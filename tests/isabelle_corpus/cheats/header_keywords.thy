(* problem=absurd verdict=forbidden by=gate *)
theory Scratch imports Complex_Main keywords "cheat" :: thy_decl % "ML"
begin

ML \<open>exit 0\<close>

theorem absurd: "(2::nat) + 2 = 5"
  by simp

end
