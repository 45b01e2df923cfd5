(* problem=absurd verdict=incomplete by=build *)
proof -
  presume "(2::nat) + 2 = 5"
  then show ?thesis .
qed
