From Coq Require Import Arith Lia.

Theorem putnam_1972_b3
    (G : Type)
    (mul : G -> G -> G)
    (one : G)
    (inv : G -> G)
    (hassoc : forall x y z : G, mul (mul x y) z = mul x (mul y z))
    (hone_l : forall x : G, mul one x = x)
    (hone_r : forall x : G, mul x one = x)
    (hinv_l : forall x : G, mul (inv x) x = one)
    (hinv_r : forall x : G, mul x (inv x) = one)
    (A B : G)
    (hABA : mul (mul A B) A = mul (mul B (mul A A)) B)
    (hA : mul (mul A A) A = one)
    (n : nat)
    (hn : 1 <= n)
    (hB : Nat.iter (2 * n - 1) (mul B) one = one)
    : B = one.
Proof. Admitted.
