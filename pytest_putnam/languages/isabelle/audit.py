r"""The audit: a theory that imports the reference and the candidate, and writes what it finds to a file.

It works on terms and names inside Isabelle, never on what is printed, so notations, hidden names and
redefined syntax mean nothing to it. Every line that it writes begins with a secret word, made after the
candidate's text was fixed; and `findings` reads nothing from a file that lacks a line, has one too many,
or whose numbers do not agree. What the program uses is in all releases from 2022 to 2025.

- ``statement``: the propositions of the candidate's theorem are the reference's, but for the names of
  bound variables and of the theory; constants, types and sorts by their full names.
- ``hyps`` and ``sorts``: hypotheses and sort hypotheses that the theorem has besides.
- ``missing``: axioms of the reference's theory, its definitions above all, that the candidate's lacks.
- ``redefined``: constants that the statement may rest on and that the candidate gives a meaning. A class's
  constants on a type of which the reference has no instance are not among them.
- ``axiom``: axioms of the candidate's theory that define nothing.
- ``oracle``: what the proof rests on besides the kernel's rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError

PROGRAM: Final = r"""theory {audit} imports {reference} {candidate} begin

ML \<open>
let
  val secret = "{secret}";
  val ref_thy = \<^theory>\<open>{reference}\<close>;
  val cand_thy = \<^theory>\<open>{candidate}\<close>;
  val ref_prefix = "{reference}.";
  val cand_prefix = "{candidate}.";
  val theorem = "{theorem}";
  val solution = "{solution}";

  (* names of the candidate's theory as the reference's *)
  fun rename a =
    if String.isPrefix cand_prefix a
    then ref_prefix ^ String.extract (a, size cand_prefix, NONE) else a;
  fun own a = String.isPrefix cand_prefix a;
  fun ren_sort S = sort_strings (map rename S);
  fun ren_typ (Type (a, Ts)) = Type (rename a, map ren_typ Ts)
    | ren_typ (TFree (a, S)) = TFree (a, ren_sort S)
    | ren_typ (TVar (xi, S)) = TVar (xi, ren_sort S);
  fun ren_term t =
    (case try HOLogic.dest_literal t of  (* datatypes define terms that hold their own names *)
      SOME a => HOLogic.mk_literal (rename a)
    | NONE => ren_parts t)
  and ren_parts (Const (c, T)) = Const (rename c, ren_typ T)
    | ren_parts (Free (x, T)) = Free (x, ren_typ T)
    | ren_parts (Var (xi, T)) = Var (xi, ren_typ T)
    | ren_parts (Bound i) = Bound i
    | ren_parts (Abs (x, T, t)) = Abs (x, ren_typ T, ren_term t)
    | ren_parts (t $ u) = ren_term t $ ren_term u;

  (* theorems *)
  fun facts_of thy name =
    let val space = Facts.space_of (Global_Theory.facts_of thy)
    in
      if Name_Space.intern space name <> name then []
      else
        (case try (Global_Theory.get_thms thy) name of
          SOME ths => map Thm.strip_shyps ths
        | NONE => [])
    end;
  val ref_thms = facts_of ref_thy (ref_prefix ^ theorem);
  val cand_thms = facts_of cand_thy (cand_prefix ^ theorem);
  fun props ths = map (ren_term o Thm.full_prop_of) ths;
  val same = not (null ref_thms) andalso eq_list (op aconv) (props ref_thms, props cand_thms);
  val hyps = length (maps Thm.hyps_of cand_thms);
  val sorts = length (maps Thm.extra_shyps cand_thms);

  (* axioms of a theory that its parents lack *)
  fun new_axioms thy =
    let
      val old = fold (fn p => fold (fn (a, _) => Symtab.update (a, ())) (Theory.all_axioms_of p))
        (Theory.parents_of thy) Symtab.empty;
    in filter_out (fn (a, _) => Symtab.defined old a) (Theory.all_axioms_of thy) end;
  val ref_axioms = new_axioms ref_thy;
  val cand_axioms = new_axioms cand_thy;
  fun table axioms =
    fold (fn (a, t) => Symtab.update (rename a, ren_term t)) axioms Symtab.empty;
  val ref_table = table ref_axioms;
  val cand_table = table cand_axioms;
  fun agree (a, t) tab =
    (case Symtab.lookup tab (rename a) of SOME u => ren_term t aconv u | NONE => false);
  fun of_solution a =
    solution <> "" andalso
      let val s = ref_prefix ^ solution
      in rename a = s orelse exists (fn x => String.isPrefix (s ^ x) (rename a)) ["_", "."] end;
  val missing =
    ref_axioms
    |> filter_out (fn (a, t) => of_solution a orelse agree (a, t) cand_table)
    |> map #1;
  val ref_solution = filter (of_solution o #1) ref_axioms;
  val same_solution =
    not (null ref_solution) andalso forall (fn ax => agree ax cand_table) ref_solution;

  (* definitions *)
  val cand_defs = Theory.defs_of cand_thy;
  fun defined (name, prop) =
    (case try Logic.dest_equals prop of
      SOME (lhs, _) =>
        (case Term.head_of lhs of
          Const (c, T) =>
            if exists (fn {{def, ...}} => def = SOME name)
              (Defs.specifications_of cand_defs (Defs.Const, c))
            then SOME (c, T) else NONE
        | _ => NONE)
    | NONE => NONE);
  fun is_known_const c = can (Sign.the_const_type ref_thy) (rename c);
  fun is_known_type a = can (Sign.arity_number ref_thy) (rename a);
  fun has_own_type (Type (a, Ts)) = (own a andalso not (is_known_type a)) orelse exists has_own_type Ts
    | has_own_type _ = false;
  (* a parameter of a class on a type of which the reference has no instance: no text that is read there can
     speak of it, neither the statement nor what that rests on *)
  fun parameter_of (c, T) =
    (case (Axclass.class_of_param ref_thy c, Sign.const_typargs ref_thy (c, T)) of
      (SOME class, [U]) => SOME (class, U)
    | _ => NONE);
  fun may_be_on a (_, Type (b, _)) = a = b
    | may_be_on _ (class, TFree (_, S)) = not (Sign.subsort ref_thy (S, [class]))
    | may_be_on _ (class, TVar (_, S)) = not (Sign.subsort ref_thy (S, [class]));
  fun is_said c a =
    exists (exists_subterm
      (fn Const (d, T) => c = d andalso the_default true (Option.map (may_be_on a) (parameter_of (d, T)))
        | _ => false) o Thm.prop_of) ref_thms;
  fun is_of_new_instance (c, T) =
    (case parameter_of (c, T) of
      SOME (class, Type (a, _)) =>
        not (can (Sorts.mg_domain (Sign.classes_of ref_thy) a) [class]) andalso not (is_said c a)
    | _ => false);
  val redefined =
    cand_axioms |> map_filter (fn (a, t) =>
      (case defined (a, t) of
        SOME (c, T) =>
          if not (of_solution c) andalso is_known_const c andalso not (has_own_type T)
            andalso not (agree (a, t) ref_table) andalso not (is_of_new_instance (rename c, ren_typ T))
          then SOME c else NONE
      | NONE => NONE));

  (* what a typedef and the declaration of a type assume *)
  fun of_typedef (name, prop) =
    (case try HOLogic.dest_Trueprop (Logic.strip_imp_concl prop) of
      SOME (Const ("Typedef.type_definition", _) $ Const (_, T) $ _ $ _) =>
        (case try Term.domain_type T of
          SOME (Type (a, _)) =>
            own a andalso
              exists (fn ({{axiom_name, ...}}, _) => axiom_name = name)
                (Typedef.get_info_global cand_thy a)
        | _ => false)
    | _ => false);
  fun of_arity (_, prop) =
    (case try Logic.dest_of_class (Logic.strip_imp_concl prop) of
      SOME (Type (a, _), c) => own a andalso c = "HOL.type"
    | _ => false);
  val axioms =
    cand_axioms
    |> filter_out (fn ax => is_some (defined ax) orelse of_typedef ax orelse of_arity ax)
    |> map #1;

  (* oracles: by their full names, in lines of the kind "oracles:", "  Pure.skip_proof" *)
  val ctxt = Config.put Name_Space.names_long true (Proof_Context.init_global cand_thy);
  val oracles =
    Thm_Deps.pretty_thm_oracles ctxt cand_thms
    |> Pretty.string_of |> YXML.parse_body |> XML.content_of |> split_lines;

  val lines =
    ["begin {reference} {candidate}",
     "statement " ^ Bool.toString same,
     "theorems " ^ string_of_int (length ref_thms) ^ " " ^ string_of_int (length cand_thms),
     "hyps " ^ string_of_int hyps,
     "sorts " ^ string_of_int sorts,
     "solution " ^ Bool.toString same_solution] @
    map (prefix "missing ") missing @
    map (prefix "redefined ") redefined @
    map (prefix "axiom ") axioms @
    map (prefix "oracle ") oracles @
    ["count " ^ space_implode " "
      (map (string_of_int o length) [missing, redefined, axioms, oracles]),
     "end"];
in
  File.write (Path.explode "{file}")
    (implode (map (fn line => secret ^ " " ^ line ^ "\n") lines))
end
\<close>

end
"""
"""What `audit_theory` fills in."""
_PATH: Final = re.compile(r"/[\w/.+-]*")
_NAME: Final = re.compile(r"[A-Za-z][\w']*(?:\.[A-Za-z][\w']*)*")
_MOST: Final = 50
"""How many names of one kind are kept."""


@dataclass(frozen=True, slots=True)
class Names:
    """The theories of one check, and the secret word of its audit."""

    reference: str
    candidate: str
    audit: str
    guard: str
    secret: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What the audit found."""

    same_statement: bool
    theorems: int
    """Of the candidate under the theorem's name; 0 where there is none."""
    hyps: int
    sorts: int
    same_solution: bool
    missing: tuple[str, ...]
    redefined: tuple[str, ...]
    axioms: tuple[str, ...]
    oracles: tuple[str, ...]


def audit_theory(names: Names, theorem: str, solution: str, file: Path) -> str:
    """The text of the audit, which writes to `file`; `solution` is the constant that may differ, or empty.

    Raises `InfraError` for names and paths that cannot stand in it.
    """
    for name in filter(None, (theorem, solution)):
        checked_name(name)
    return PROGRAM.format(
        audit=names.audit,
        reference=names.reference,
        candidate=names.candidate,
        secret=names.secret,
        theorem=theorem,
        solution=solution,
        file=checked_path(file),
    )


def checked_name(name: str) -> str:
    """A name of the benchmark's, as Isabelle's programs can say it. Raises `InfraError`."""
    if not _NAME.fullmatch(name):
        raise InfraError(
            f"the audit cannot name {name!r}: a benchmark's theorem needs a plain name"
        )
    return name


def checked_path(file: Path) -> str:
    """A file's path, as Isabelle's programs can name it. Raises `InfraError`."""
    if not _PATH.fullmatch(str(file)):
        raise InfraError(f"Isabelle cannot name {file}: set TMPDIR to a path without blanks")
    return str(file)


def findings(written: str, names: Names) -> Findings | None:
    """Read what the audit wrote; None where it is not whole, or not the audit's."""
    lines = lines_between(written, names)
    return None if lines is None else _read(lines)


def lines_between(written: str, names: Names) -> list[str] | None:
    """The lines between the first and the last one; None where one is missing, or has not the secret."""
    mark = f"{names.secret} "
    lines = written.split("\n")
    if lines.pop() != "" or not lines or not all(line.startswith(mark) for line in lines):
        return None
    lines = [line.removeprefix(mark) for line in lines]
    if lines[0] != f"begin {names.reference} {names.candidate}" or lines[-1] != "end":
        return None
    return lines[1:-1]


_NUMBERS: Final = re.compile(r"count (\d+) (\d+) (\d+) (\d+)")
_LISTS: Final = ("missing", "redefined", "axiom", "oracle")


def _read(lines: list[str]) -> Findings | None:
    fixed = re.fullmatch(
        r"statement (true|false)\ntheorems (\d+) (\d+)\nhyps (\d+)\nsorts (\d+)\nsolution (true|false)",
        "\n".join(lines[:5]),
    )
    counts = _NUMBERS.fullmatch(lines[-1]) if len(lines) > 5 else None
    if fixed is None or counts is None:
        return None
    same, in_reference, in_candidate, hyps, sorts, same_solution = fixed.groups()
    if int(in_reference) == 0:
        return None
    named: dict[str, list[str]] = {kind: [] for kind in _LISTS}
    order = []
    for line in lines[5:-1]:
        kind, _, name = line.partition(" ")
        if kind not in named:
            return None
        order.append(_LISTS.index(kind))
        named[kind].append(name)
    if order != sorted(order) or [len(each) for each in named.values()] != [
        *map(int, counts.groups())
    ]:
        return None
    oracles = [name.strip() for name in named["oracle"]]
    if not oracles or oracles[0] != "oracles:":
        return None
    return Findings(
        same == "true" and in_reference == in_candidate,
        int(in_candidate),
        int(hyps),
        int(sorts),
        same_solution == "true",
        tuple(named["missing"][:_MOST]),
        tuple(named["redefined"][:_MOST]),
        tuple(named["axiom"][:_MOST]),
        tuple(dict.fromkeys(filter(None, oracles[1:]))),
    )
