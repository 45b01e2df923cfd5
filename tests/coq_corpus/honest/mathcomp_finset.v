(* problem=card_split *)
Proof. by rewrite cardsID. Qed.
