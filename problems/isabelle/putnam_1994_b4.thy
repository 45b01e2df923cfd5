theory putnam_1994_b4 imports Complex_Main
"HOL-Analysis.Cartesian_Space"
begin

(* B n is the n-th power of A minus the identity matrix. *)

theorem putnam_1994_b4:
  fixes A :: "int^2^2"
    and B :: "nat \<Rightarrow> int^2^2"
    and d :: "nat \<Rightarrow> nat"
  assumes hA: "A $ 1 $ 1 = 3 \<and> A $ 1 $ 2 = 2 \<and> A $ 2 $ 1 = 4 \<and> A $ 2 $ 2 = 3"
    and hB: "\<forall>n. B n = ((\<lambda>M. A ** M) ^^ n) (mat 1) - mat 1"
    and hd: "\<forall>n. 1 \<le> n \<longrightarrow> int (d n) =
      gcd (gcd (B n $ 1 $ 1) (B n $ 1 $ 2)) (gcd (B n $ 2 $ 1) (B n $ 2 $ 2))"
  shows "\<forall>M. \<exists>N. \<forall>n. N \<le> n \<longrightarrow> M \<le> d n"
  sorry

end
