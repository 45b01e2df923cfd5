From Coq Require Import Reals List Lra.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_1986_b2.
Import ListNotations.
Local Open Scope C_scope.

Definition statement (s : list (C * C * C)) : Prop :=
  ltac:(with_solution putnam_1986_b2 putnam_1986_b2_solution s).

Definition occurs (T : C * C * C) : Prop :=
  exists x y z : C,
    x * (x - 1) + 2 * y * z = y * (y - 1) + 2 * z * x /\
    y * (y - 1) + 2 * z * x = z * (z - 1) + 2 * x * y /\
    T = (x - y, y - z, z - x).

Ltac give x y z :=
  exists (RtoC x), (RtoC y), (RtoC z);
  split; [|split; [|apply (f_equal2 pair); [apply (f_equal2 pair)|]]];
  apply injective_projections; simpl; ring.

Lemma all_occurs : List.Forall occurs putnam_1986_b2_solution.
Proof.
  apply List.Forall_forall. intros T [<-|[<-|[<-|[<-|[]]]]]; [give 0%R 0%R 0%R|give 0%R 0%R 1%R|give 1%R 0%R 0%R|give 0%R 1%R 0%R].
Qed.

Lemma wrong_solution : ~ statement [(RtoC 0, RtoC (-1), RtoC 1)].
Proof.
  intro H. pose proof (Forall_inv all_occurs) as h0. apply (H (RtoC 0, RtoC 0, RtoC 0)) in h0.
  destruct h0 as [h|[]]. inversion h. lra.
Qed.
