From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory Num.Theory.

Local Open Scope ring_scope.

Theorem putnam_1980_b6
    (G : nat -> nat -> rat)
    (hG1 : forall n : nat, (1 <= n)%N -> G 1%N n = 1 / n%:R)
    (hG : forall d n : nat, (1 < d)%N -> (d <= n)%N ->
      G d n = d%:R / n%:R * \sum_(d <= i < n.+1) G (d - 1)%N (i - 1)%N)
    (d p : nat)
    (hp : prime p)
    (hdp : (1 < d <= p)%N)
    : ~ (p %| `|denq (G d p)|)%N.
Proof. Admitted.
