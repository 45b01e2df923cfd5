(* problem=absurd verdict=incomplete by=gate *)
proof -
  show "(2::nat) + 2 = 5"
  oops
end
