theory putnam_1991_b5 imports Complex_Main
"HOL-Computational_Algebra.Primes"
begin

(* A residue is given by its representative from 0 to p - 1. *)

definition putnam_1991_b5_solution :: "nat \<Rightarrow> nat" where
  "putnam_1991_b5_solution \<equiv> undefined"
(* \<lambda>p. (p + 3) div 4 *)
theorem putnam_1991_b5:
  fixes p :: nat
  assumes hp: "prime p"
    and hodd: "odd p"
  shows "card {z \<in> {0..<p}. (\<exists>x :: nat. x ^ 2 mod p = z) \<and> (\<exists>y :: nat. (y ^ 2 + 1) mod p = z)} =
    putnam_1991_b5_solution p"
  sorry

end
