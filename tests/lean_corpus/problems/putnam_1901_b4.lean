prelude
-- A file that brings everything it uses, and an axiom of its own.
universe u
set_option genCtorIdx false
set_option genInjectivity false
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
inductive Bool : Type where
  | false : Bool
  | true : Bool
axiom sorryAx (α : Sort u) (synthetic : Bool) : α
def id {α : Sort u} (a : α) : α := a
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
class OfNat (α : Type u) (n : Nat) where
  ofNat : α
instance instOfNatNat (n : Nat) : OfNat Nat n := OfNat.mk n
inductive List (α : Type u) : Type u where
  | nil : List α
  | cons (a : α) (l : List α) : List α
structure Char where
  ofNat ::
  toNat : Nat
structure String where
  ofList ::
  toList : List Char
inductive Lean.Name where
  | anonymous : Name
  | str (p : Name) (s : String)
  | num (p : Name) (n : Nat)
abbrev Lean.Name.mkStr (p : Lean.Name) (s : String) : Lean.Name := Lean.Name.str p s
abbrev Lean.Name.mkNum (p : Lean.Name) (n : Nat) : Lean.Name := Lean.Name.num p n

inductive Same {α : Sort u} (a : α) : α → Prop where
  | refl : Same a a
axiom given {α : Sort u} (a b c : α) (h : Same a b) (k : Same b c) : Same a c

theorem putnam_1901_b4 (α : Sort u) (a b : α) (h : Same a b) : Same b a :=
sorry
