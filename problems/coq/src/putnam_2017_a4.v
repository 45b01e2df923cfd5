From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory Num.Theory.

Local Open Scope ring_scope.

Theorem putnam_2017_a4
    (Student : finType)
    (N : nat)
    (hN : #|Student| = (2 * N)%N)
    (score : Student -> nat)
    (hscore : forall s : Student, (score s <= 10)%N)
    (hall : forall k : nat, (k <= 10)%N -> exists s : Student, score s = k)
    (average : {set Student} -> rat)
    (haverage : forall A : {set Student},
      average A = (\sum_(s in A) (score s)%:R) / #|A|%:R)
    (htotal : average [set: Student] = 74%:R / 10%:R)
    : exists A : {set Student},
        #|A| = N /\ #|~: A| = N /\
        average A = 74%:R / 10%:R /\ average (~: A) = 74%:R / 10%:R.
Proof. Admitted.
