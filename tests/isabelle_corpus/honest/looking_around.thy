(* problem=comm *)
thm add.commute
term "a + b"

by simp

thm comm
