(* problem=absurd verdict=compile_error by=build *)
proof -
  assume "(2::nat) + 2 = 5"
  then show ?thesis .
qed
