(* problem=absurd verdict=compile_error by=build *)
locale wrong = assumes wrong: False

interpretation w: wrong
  by unfold_locales

using w.wrong by simp
