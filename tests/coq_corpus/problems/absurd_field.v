From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals.
Local Open Scope ring_scope.
Variable R : realType.
Theorem absurd_field
    (x : R)
    : x < x.
Proof. Admitted.
