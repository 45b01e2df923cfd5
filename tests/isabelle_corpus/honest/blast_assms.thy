(* problem=witness *)
using assms by blast
