theory putnam_2010_a4 imports Complex_Main
"HOL-Computational_Algebra.Primes"
begin

(* The subtraction is of natural numbers, from a number that is at least 1. *)

theorem putnam_2010_a4:
  fixes n :: nat
  assumes hn: "1 \<le> n"
  shows "\<not> prime ((10 :: nat) ^ (10 ^ (10 ^ n)) + 10 ^ (10 ^ n) + 10 ^ n - 1)"
  sorry

end
