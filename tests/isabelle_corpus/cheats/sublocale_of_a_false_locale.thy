(* problem=absurd verdict=compile_error by=build *)
locale plain
locale wrong = assumes wrong: False
sublocale plain < wrong .

interpretation p: plain .

using p.wrong by simp
