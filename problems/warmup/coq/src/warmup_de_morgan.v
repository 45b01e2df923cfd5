Theorem warmup_de_morgan
    (P Q : Prop)
    : ~ (P \/ Q) <-> ~ P /\ ~ Q.
Proof. Admitted.
