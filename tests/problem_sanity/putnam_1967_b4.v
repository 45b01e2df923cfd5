From Coq Require Import Arith Bool List Lia.
From PutnamProblems Require Import putnam_1967_b4.
Import ListNotations.

Fixpoint locked (k i : nat) : bool :=
  match k with
  | 0 => true
  | S k' => if i mod k =? 0 then negb (locked k' i) else locked k' i
  end.

Lemma operation : forall k i : nat, 1 <= k ->
  (Nat.divide k i -> locked k i = negb (locked (k - 1) i)) /\
  (~ Nat.divide k i -> locked k i = locked (k - 1) i).
Proof.
  intros [|k] i hk; [lia|]. rewrite <- Nat.mod_divide by lia. cbn [locked].
  replace (S k - 1) with k by lia.
  split; intro h; [rewrite (proj2 (Nat.eqb_eq _ _) h)|rewrite (proj2 (Nat.eqb_neq _ _) h)]; reflexivity.
Qed.

Definition instance (n : nat) :=
  putnam_1967_b4 n locked ltac:(reflexivity) ltac:(intros; apply operation; lia).

Lemma twenty_lockers : filter (fun i => negb (locked 20 i)) (seq 1 20) = [1; 4; 9; 16].
Proof. reflexivity. Qed.
