From Coq Require Import ZArith Lia.
From PutnamProblems Require Import Sanity putnam_2023_b5.
Local Open Scope Z_scope.

Definition statement (s : Z -> Prop) : Prop :=
  ltac:(with_solution putnam_2023_b5 putnam_2023_b5_solution s).

Definition has_the_property (n : Z) : Prop :=
  forall m : Z, Z.gcd m n = 1 ->
    exists pi : Z -> Z,
      (forall k : Z, 1 <= k <= n -> 1 <= pi k <= n) /\
      (forall j k : Z, 1 <= j <= n -> 1 <= k <= n -> pi j = pi k -> j = k) /\
      (forall k : Z, 1 <= k <= n -> pi (pi k) mod n = (m * k) mod n).

(* Modulo 1 and 2 the identity does. *)
Lemma one_has_it : has_the_property 1.
Proof.
  intros m _. exists (fun k => k). repeat split; try tauto. intros k _. rewrite !Z.mod_1_r. reflexivity.
Qed.

Lemma two_has_it : has_the_property 2.
Proof.
  intros m hm. exists (fun k => k). repeat split; try tauto. intros k _.
  assert (m mod 2 = 1) as h.
  { pose proof (Z.mod_pos_bound m 2 ltac:(lia)).
    assert (m mod 2 <> 0); [|lia]. intro e. apply Z.mod_divide in e; [|lia].
    pose proof (Z.gcd_greatest m 2 2 e (Z.divide_refl 2)) as [c hc]. lia. }
  rewrite Z.mul_mod, h, Z.mul_1_l, Z.mod_mod by lia. reflexivity.
Qed.

(* Modulo 3 the multiplication by 2 exchanges 1 and 2, which is no square of a permutation. *)
Lemma three_has_it_not : ~ has_the_property 3.
Proof.
  intro H. destruct (H 2 eq_refl) as (pi & h1 & h2 & h3).
  assert (e : forall k, 1 <= k <= 3 -> k = 1 \/ k = 2 \/ k = 3) by lia.
  pose proof (h3 1 ltac:(lia)) as a1. pose proof (h3 2 ltac:(lia)) as a2. pose proof (h3 3 ltac:(lia)) as a3.
  pose proof (h2 1 2) as b1. pose proof (h2 1 3) as b2. pose proof (h2 2 3) as b3.
  destruct (e _ (h1 1 ltac:(lia))) as [p1|[p1|p1]], (e _ (h1 2 ltac:(lia))) as [p2|[p2|p2]],
    (e _ (h1 3 ltac:(lia))) as [p3|[p3|p3]];
    repeat (rewrite p1 in a1 || rewrite p2 in a1 || rewrite p3 in a1);
    repeat (rewrite p1 in a2 || rewrite p2 in a2 || rewrite p3 in a2);
    repeat (rewrite p1 in a3 || rewrite p2 in a3 || rewrite p3 in a3);
    try discriminate a1; try discriminate a2; try discriminate a3; lia.
Qed.

Lemma wrong_solution : ~ statement (fun n => n mod 2 = 1 \/ n mod 4 = 2).
Proof.
  intro H. exact (three_has_it_not (proj2 (H 3 ltac:(lia)) (or_introl eq_refl))).
Qed.
