(* problem=card_split *)
From mathcomp Require Import all_ssreflect.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Variable T : finType.

Lemma disjoint_parts (A B : {set T}) : [disjoint A :&: B & A :\: B].
Proof.
rewrite -setI_eq0; apply/eqP/setP=> x; rewrite !inE.
by case: (x \in B); rewrite ?andbF ?andbT.
Qed.

Theorem card_split
    (A B : {set T})
    : #|A| = #|A :&: B| + #|A :\: B|.
Proof. by rewrite -[in LHS](setID A B) cardsU setIDA setIAC setIDAC setDv // ?set0I ?cards0 ?subn0 || rewrite cardsID. Qed.
