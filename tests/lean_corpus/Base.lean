/- A library for the tests: what Lean's elaborator asks of a file without `Init`, and a little more. -/
prelude
universe u v w u1 u2
set_option genCtorIdx false
set_option bootstrap.inductiveCheckResultingUniverse false
set_option genInjectivity false

unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
unsafe axiom lcProof {p : Prop} : p

inductive PUnit : Sort u where
  | unit : PUnit
abbrev Unit : Type := PUnit
abbrev Unit.unit : Unit := PUnit.unit
inductive Bool : Type where
  | false : Bool
  | true : Bool
axiom sorryAx (α : Sort u) (synthetic : Bool) : α
def id {α : Sort u} (a : α) : α := a
inductive True : Prop where
  | intro : True
inductive False : Prop
abbrev Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a
def Not (p : Prop) : Prop := p → False
inductive Eq {α : Sort u} (a : α) : α → Prop where
  | refl : Eq a a
abbrev Eq.ndrec {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) :
    motive b := h.rec m
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := h.rec Eq.refl
theorem Eq.trans {α : Sort u} {a b c : α} (h : Eq a b) (k : Eq b c) : Eq a c := k.rec h
theorem congrArg {α : Sort u} {β : Sort v} {a b : α} (f : α → β) (h : Eq a b) : Eq (f a) (f b) :=
  h.rec Eq.refl
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl {α : Sort u} (a : α) : HEq a a
theorem heq_of_eq {α : Sort u} {a b : α} (h : Eq a b) : HEq a b := h.rec (HEq.refl a)
abbrev cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
theorem heq_cast {α β : Sort u} {a : α} {b : β} (h : HEq a b) : (e : Eq α β) → Eq (cast e a) b :=
  h.rec (fun _ => Eq.refl)
theorem eq_of_heq {α : Sort u} {a b : α} (h : HEq a b) : Eq a b := heq_cast h Eq.refl
structure And (p q : Prop) : Prop where
  intro ::
  left : p
  right : q
inductive Or (p q : Prop) : Prop where
  | inl (h : p) : Or p q
  | inr (h : q) : Or p q
structure Iff (p q : Prop) : Prop where
  intro ::
  mp : p → q
  mpr : q → p
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p
class inductive Nonempty (α : Sort u) : Prop where
  | intro (a : α) : Nonempty α
structure PProd (α : Sort u) (β : Sort v) where
  mk ::
  fst : α
  snd : β
structure Prod (α : Type u) (β : Type v) where
  mk ::
  fst : α
  snd : β
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
class OfNat (α : Type u) (n : Nat) where
  ofNat : α
instance instOfNatNat (n : Nat) : OfNat Nat n := OfNat.mk n
noncomputable def Nat.plus (m n : Nat) : Nat := Nat.rec m (fun _ k => Nat.succ k) n
theorem Nat.succ_is_not_zero {n : Nat} (h : Eq (Nat.succ n) Nat.zero) : False :=
  cast (congrArg (fun k => Nat.rec (motive := fun _ => Prop) False (fun _ _ => True) k) h) True.intro
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

axiom propext {a b : Prop} : Iff a b → Eq a b
axiom Classical.choice {α : Sort u} : Nonempty α → α
/-- An axiom that no proof may rest on. -/
axiom Base.assumed (p : Prop) : p
theorem Base.hidden (p q : Prop) : Or p q := Or.inl (Base.assumed p)
