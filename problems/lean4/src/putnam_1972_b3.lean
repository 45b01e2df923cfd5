import Mathlib

/--
Two elements $A$ and $B$ of a group satisfy $ABA = BA^2B$ and $A^3 = 1$, and $B^{2n-1} = 1$ for
some integer $n \geq 1$. Show that $B = 1$.
-/
theorem putnam_1972_b3
    (G : Type*)
    [Group G]
    (A B : G)
    (hABA : A * B * A = B * A ^ 2 * B)
    (hA : A ^ 3 = 1)
    (n : ℕ)
    (hn : 1 ≤ n)
    (hB : B ^ (2 * n - 1) = 1) :
    B = 1 :=
  sorry
