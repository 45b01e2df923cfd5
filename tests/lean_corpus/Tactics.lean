/- Tactics without `Init`: their parsers are in the program of Lean, and only have to be registered. -/
prelude
import Base
set_option autoImplicit false
universe u

noncomputable def Eq.mpr {p q : Sort u} (h : Eq p q) (x : q) : p := cast (Eq.symm h) x

inductive Lean.ParserDescr where
  | elsewhere : Lean.ParserDescr

@[extern "intro"] opaque Lean.Parser.Tactic.intro : Lean.ParserDescr := .elsewhere
@[extern "intros"] opaque Lean.Parser.Tactic.intros : Lean.ParserDescr := .elsewhere
@[extern "exact"] opaque Lean.Parser.Tactic.exact : Lean.ParserDescr := .elsewhere
@[extern "apply"] opaque Lean.Parser.Tactic.apply : Lean.ParserDescr := .elsewhere
@[extern "refine"] opaque Lean.Parser.Tactic.refine : Lean.ParserDescr := .elsewhere
@[extern "constructor"] opaque Lean.Parser.Tactic.constructor : Lean.ParserDescr := .elsewhere
@[extern "cases"] opaque Lean.Parser.Tactic.cases : Lean.ParserDescr := .elsewhere
@[extern "induction"] opaque Lean.Parser.Tactic.induction : Lean.ParserDescr := .elsewhere
@[extern "left"] opaque Lean.Parser.Tactic.left : Lean.ParserDescr := .elsewhere
@[extern "right"] opaque Lean.Parser.Tactic.right : Lean.ParserDescr := .elsewhere
@[extern "assumption"] opaque Lean.Parser.Tactic.assumption : Lean.ParserDescr := .elsewhere
@[extern "contradiction"] opaque Lean.Parser.Tactic.contradiction : Lean.ParserDescr := .elsewhere
@[extern "case"] opaque Lean.Parser.Tactic.case : Lean.ParserDescr := .elsewhere
@[extern "rewriteSeq"] opaque Lean.Parser.Tactic.rewriteSeq : Lean.ParserDescr := .elsewhere
@[extern "simp"] opaque Lean.Parser.Tactic.simp : Lean.ParserDescr := .elsewhere
@[extern "revert"] opaque Lean.Parser.Tactic.revert : Lean.ParserDescr := .elsewhere
@[extern "clear"] opaque Lean.Parser.Tactic.clear : Lean.ParserDescr := .elsewhere
@[extern "subst"] opaque Lean.Parser.Tactic.subst : Lean.ParserDescr := .elsewhere
@[extern "first"] opaque Lean.Parser.Tactic.first : Lean.ParserDescr := .elsewhere
@[extern "skip"] opaque Lean.Parser.Tactic.skip : Lean.ParserDescr := .elsewhere
@[extern "allGoals"] opaque Lean.Parser.Tactic.allGoals : Lean.ParserDescr := .elsewhere
@[extern "cdot"] opaque Lean.cdot : Lean.ParserDescr := .elsewhere

attribute [tactic_parser 1000]
  Lean.Parser.Tactic.intro Lean.Parser.Tactic.intros Lean.Parser.Tactic.exact
  Lean.Parser.Tactic.apply Lean.Parser.Tactic.refine Lean.Parser.Tactic.constructor
  Lean.Parser.Tactic.cases Lean.Parser.Tactic.induction Lean.Parser.Tactic.left
  Lean.Parser.Tactic.right Lean.Parser.Tactic.assumption Lean.Parser.Tactic.contradiction
  Lean.Parser.Tactic.case Lean.Parser.Tactic.rewriteSeq Lean.Parser.Tactic.simp
  Lean.Parser.Tactic.revert Lean.Parser.Tactic.clear Lean.Parser.Tactic.subst
  Lean.Parser.Tactic.first Lean.Parser.Tactic.skip Lean.Parser.Tactic.allGoals Lean.cdot
