From Coq Require Import ZArith Znumtheory Lia.
From PutnamProblems Require Import putnam_2010_a4.
Local Open Scope Z_scope.

Definition instance := putnam_2010_a4 1 ltac:(lia).
