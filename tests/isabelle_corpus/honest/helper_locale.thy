(* problem=comm *)
locale pointed =
  fixes z :: nat
  assumes z: "z = 0"
begin

lemma z_plus: "z + n = n"
  using z by simp

end

interpretation zero: pointed 0
  by unfold_locales simp

by simp
