From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

(* The two sequences A and B with T n = A n + B n. *)
Definition putnam_1990_a1_solution : (nat -> Z) * (nat -> Z) :=
  (fun n => Z.of_nat (fact n), fun n => 2 ^ Z.of_nat n).

Theorem putnam_1990_a1
    (T : nat -> Z)
    (hT0 : T 0%nat = 2)
    (hT1 : T 1%nat = 3)
    (hT2 : T 2%nat = 6)
    (hT : forall n : nat, (3 <= n)%nat ->
      T n = (Z.of_nat n + 4) * T (n - 1)%nat
            - 4 * Z.of_nat n * T (n - 2)%nat
            + (4 * Z.of_nat n - 8) * T (n - 3)%nat)
    : forall n : nat,
        T n = fst putnam_1990_a1_solution n + snd putnam_1990_a1_solution n.
Proof. Admitted.
