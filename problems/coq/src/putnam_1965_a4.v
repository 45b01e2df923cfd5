From Coq Require Import List Classical.

Theorem putnam_1965_a4
    (Boy Girl : Type)
    (hBoy : exists l : list Boy, forall b : Boy, In b l)
    (hGirl : exists l : list Girl, forall g : Girl, In g l)
    (hparty : inhabited Girl)
    (dances : Girl -> Boy -> Prop)
    (hb : forall b : Boy, exists g : Girl, ~ dances g b)
    (hg : forall g : Girl, exists b : Boy, dances g b)
    : exists (g h : Girl) (b c : Boy),
        dances g b /\ dances h c /\ ~ dances h b /\ ~ dances g c.
Proof. Admitted.
