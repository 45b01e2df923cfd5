From Coq Require Import ZArith List Lia.

Local Open Scope Z_scope.

Definition putnam_1996_b3_solution : Z -> Z :=
  fun n => (2 * n ^ 3 + 3 * n ^ 2 - 11 * n + 18) / 6.

(* The numbers x_1, ..., x_n are x 0, ..., x (n - 1). *)
Theorem putnam_1996_b3
    (n : nat)
    (hn : (2 <= n)%nat)
    (arrangement : (nat -> Z) -> Prop)
    (harrangement : forall x : nat -> Z, arrangement x <->
      forall v : Z, 1 <= v <= Z.of_nat n <-> exists i : nat, (i < n)%nat /\ x i = v)
    (total : (nat -> Z) -> Z)
    (htotal : forall x : nat -> Z,
      total x = fold_right Z.add 0 (map (fun i => x i * x ((i + 1) mod n)%nat) (seq 0 n)))
    : (exists x : nat -> Z, arrangement x /\ total x = putnam_1996_b3_solution (Z.of_nat n)) /\
      (forall x : nat -> Z, arrangement x -> total x <= putnam_1996_b3_solution (Z.of_nat n)).
Proof. Admitted.
