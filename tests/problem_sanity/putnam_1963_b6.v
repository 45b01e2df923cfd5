From Coq Require Import Reals Lra Lia.
From Coq Require Vectors.Fin.
From PutnamProblems Require Import putnam_1963_b6.
Local Open Scope R_scope.

Definition S (B : (Fin.t 1 -> R) -> Prop) (x : Fin.t 1 -> R) : Prop :=
  exists (p q : Fin.t 1 -> R) (t : R),
    B p /\ B q /\ 0 <= t <= 1 /\ forall i, x i = (1 - t) * p i + t * q i.

(* On the line, from the two points 0 and 1. *)
Definition A0 (x : Fin.t 1 -> R) : Prop := x Fin.F1 = 0 \/ x Fin.F1 = 1.

Definition instance :=
  putnam_1963_b6 1 ltac:(lia) S ltac:(intros; reflexivity)
    (fun n => Nat.iter n S A0) ltac:(exists (fun _ => 0); left; reflexivity)
    ltac:(intros n x; rewrite Nat.add_comm; reflexivity).

(* The first step adds a point, so the claim needs its "from 2 on" or more. *)
Lemma first_step_adds : S A0 (fun _ => 1 / 2) /\ ~ A0 (fun _ => 1 / 2).
Proof.
  split; [|unfold A0; lra].
  exists (fun _ => 0), (fun _ => 1), (1 / 2). unfold A0. repeat split; intros; lra.
Qed.
