(* problem=mean_bound *)
Require Import ClassicalEpsilon FunctionalExtensionality PropExtensionality Psatz.
Lemma pick : forall P : nat -> Prop, (exists n, P n) -> {n : nat | P n}.
Proof. intros P H. exact (constructive_indefinite_description P H). Qed.
Lemma ext : (fun n : nat => n + 0)%nat = (fun n => n).
Proof. apply functional_extensionality. intro. rewrite PeanoNat.Nat.add_0_r. reflexivity. Qed.
Theorem mean_bound (x y : R) (hx : 0 <= x) (hy : 0 <= y) : x * y <= ((x + y) / 2) ^ 2.
Proof.
  destruct (pick (fun n => n = 2%nat)) as [n _]; [exists 2%nat; reflexivity|].
  destruct (excluded_middle_informative (x = y)) as [->|_].
  - simpl. lra.
  - pose proof (pow2_ge_0 (x - y)). pose proof (equal_f ext n). nra.
Qed.
