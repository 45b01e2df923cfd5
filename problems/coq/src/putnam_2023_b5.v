From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

Definition putnam_2023_b5_solution : Z -> Prop := fun n => n = 1 \/ n mod 4 = 2.

(* pi permutes 1, ..., n. *)
Theorem putnam_2023_b5
    (n : Z)
    (hn : 1 <= n)
    : (forall m : Z, Z.gcd m n = 1 ->
        exists pi : Z -> Z,
          (forall k : Z, 1 <= k <= n -> 1 <= pi k <= n) /\
          (forall j k : Z, 1 <= j <= n -> 1 <= k <= n -> pi j = pi k -> j = k) /\
          (forall k : Z, 1 <= k <= n -> pi (pi k) mod n = (m * k) mod n)) <->
      putnam_2023_b5_solution n.
Proof. Admitted.
