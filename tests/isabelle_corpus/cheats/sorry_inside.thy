(* problem=absurd verdict=incomplete by=gate *)
proof -
  have "(2::nat) + 2 = 5" sorry
  then show ?thesis .
qed
