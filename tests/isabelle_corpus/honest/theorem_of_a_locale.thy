(* problem=in_locale *)
using f_zero by simp
