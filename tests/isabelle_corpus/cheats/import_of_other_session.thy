(* problem=absurd verdict=forbidden by=gate *)
theory Scratch imports Complex_Main "HOL-Eisbach.Eisbach"
begin

theorem absurd: "(2::nat) + 2 = 5"
  by simp

end
