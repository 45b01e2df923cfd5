(* problem=reversed_sum *)
Require Import Lia Program.
Program Fixpoint half (n : nat) {measure n} : { m : nat | m <= n } :=
  match n with
  | S (S k) => S (half k)
  | _ => 0
  end.
Next Obligation. destruct (half k _) as [m hm]. simpl. lia. Qed.
Next Obligation. lia. Qed.
Solve All Obligations with (try lia; program_simpl).
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. lia. Qed.
