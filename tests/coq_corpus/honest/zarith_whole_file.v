(* problem=odd_square *)
Require Import ZArith Lia.
Open Scope Z_scope.

Lemma even_product : forall k : Z, exists m, k * (k + 1) = 2 * m.
Proof.
  intro k. destruct (Z.Even_or_Odd k) as [[m Hm]|[m Hm]]; subst.
  - exists (m * (2 * m + 1)). ring.
  - exists ((2 * m + 1) * (m + 1)). ring.
Qed.

Theorem odd_square
    (n : Z)
    (hn : exists k, n = 2 * k + 1)
    : exists m, n * n = 8 * m + 1.
Proof.
  destruct hn as [k Hk].
  destruct (even_product k) as [m Hm].
  exists m. subst n. nia.
Qed.
