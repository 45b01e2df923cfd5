prelude
import Base

inductive Even : Nat → Prop where
  | zero : Even Nat.zero
  | step (n : Nat) (h : Even n) : Even (Nat.succ (Nat.succ n))

noncomputable def four : Nat := Nat.succ (Nat.succ (Nat.succ (Nat.succ Nat.zero)))

theorem putnam_1901_b2 : Exists (fun n => And (Even n) (Eq n four)) :=
sorry
