From mathcomp Require Import all_ssreflect ssrnum ssralg.
From mathcomp Require Import reals normedtype.
From mathcomp Require Import classical_sets.
Import numFieldNormedType.Exports.
Import Order.TTheory GRing.Theory Num.Def Num.Theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope ring_scope.
Local Open Scope classical_set_scope.

Variable R : realType.
Definition between (a b : R) := [set x : R | a < x /\ x < b].
Theorem real_between
    (a b c : R)
    (hab : a < b)
    (hbc : b < c)
    : between a b `<=` between a c.
Proof. Admitted.
