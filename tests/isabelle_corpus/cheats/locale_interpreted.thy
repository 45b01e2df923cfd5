(* problem=absurd_locale verdict=compile_error by=build *)
interpretation i: starts "\<lambda>x. x"
  by unfold_locales simp

by simp
