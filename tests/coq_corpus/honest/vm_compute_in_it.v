(* problem=odd_square *)
Lemma small : Z.gcd 123456 7890 = 6.
Proof. vm_compute. reflexivity. Qed.
Lemma native : Z.pow 3 20 = 3486784401.
Proof. native_cast_no_check (@eq_refl Z 3486784401). Qed.
Theorem odd_square (n : Z) (hn : exists k, n = 2 * k + 1) : exists m, n * n = 8 * m + 1.
Proof.
  destruct hn as [k ->].
  exists (k * (k + 1) / 2).
  assert (H : (2 | k * (k + 1))).
  { destruct (Z.Even_or_Odd k) as [[m ->]|[m ->]].
    - exists (m * (2 * m + 1)). ring.
    - exists ((2 * m + 1) * (m + 1)). ring. }
  destruct H as [m H]. rewrite H, Z.div_mul by discriminate. nia.
Qed.
