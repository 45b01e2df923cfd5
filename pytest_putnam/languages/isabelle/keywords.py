"""The commands of Isabelle's theories, by what they do, and those that a candidate may use.

The table covers the distributions from 2022 to 2025; `header_commands` adds what the theories of an
installed one declare, so that no command is taken for a word among another one's arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


THEOREMS: Final = _words("theorem lemma corollary proposition schematic_goal")
DEFINITIONS: Final = _words("definition abbreviation fun primrec function")
"""Commands that may define a solution."""
OTHER_GOALS: Final = _words(
    """
    instance interpretation global_interpretation sublocale subclass termination typedef
    quotient_type quotient_definition lift_definition specification bnf lift_bnf functor
    free_constructors old_rep_datatype primcorecursive corecursive friend_of_corec
    """
)
"""Others after which a proof may come."""
GOALS: Final = THEOREMS | OTHER_GOALS | {"function"}

DECLARATIONS: Final = _words(
    """
    definition abbreviation fun primrec lemmas declare named_theorems type_synonym
    inductive inductive_set coinductive coinductive_set inductive_cases inductive_simps
    datatype codatatype primcorec corec record datatype_compat datatype_record setup_lifting
    partial_function fun_cases copy_bnf lifting_forget lifting_update simps_of_case case_of_simps
    notation no_notation type_notation no_type_notation alias type_alias unbundle
    hide_class hide_type hide_const hide_fact consts typedecl default_sort
    """
)
"""Commands outside of proofs that a candidate may use; what they do, the audit sees."""
MODIFIERS: Final = frozenset({"private", "qualified"})
"""Words that may stand before a command."""
BLOCKS: Final = _words(
    "context locale class instantiation overloading bundle open_bundle experiment"
)
"""Commands that may open a block with ``begin``; ``end`` closes it."""
DOCUMENT: Final = _words(
    "chapter section subsection subsubsection paragraph subparagraph text text_raw txt"
)
"""Texts for people. What is in them is left out of what Isabelle gets: antiquotations run programs."""

PROOF_GOALS: Final = _words("have hence show thus obtain consider interpret subgoal")
"""Commands in a proof that state something which needs a proof of its own."""
PROOF_ENDS: Final = frozenset({"by", "done", ".", "..", "sorry", r"\<proof>"})
"""Commands that end the proof of what was stated last."""
GIVEN_UP: Final = frozenset({"sorry", r"\<proof>", "oops"})
PROOFS: Final = (
    PROOF_GOALS
    | PROOF_ENDS
    | _words(
        """
        proof qed oops apply apply_end defer prefer back using unfolding supply
        then from with note fix assume presume define let write case next also moreover finally
        ultimately include including
        """
    )
    | {"{", "}"}
)
"""Commands in proofs."""
LOOKING: Final = _words(
    """
    thm term prop typ prf full_prf print_state print_theorems print_facts print_cases print_statement
    print_term_bindings print_locale print_locales print_classes print_interps print_methods
    print_attributes print_rules print_simpset print_context print_theory print_definitions
    print_syntax print_abbrevs print_commands print_bundles print_options find_theorems find_consts
    thm_deps thm_oracles class_deps locale_deps thy_deps unused_thms help welcome
    print_claset print_induct_rules print_coercions print_inductives print_record print_bnfs
    print_antiquotations print_ML_antiquotations print_context_tracing
    print_quotients print_quot_maps print_case_translations print_trans_rules print_defn_rules
    """
)
"""Commands that only show; harmless, and without meaning for a proof."""
ALLOWED: Final = GOALS | DECLARATIONS | BLOCKS | DOCUMENT | PROOFS | LOOKING | {"end"}
"""What a candidate may use without an option."""

_ML_COMMANDS: Final = _words(
    """
    ML ML_prf ML_val ML_command ML_export ML_file ML_file_debug ML_file_no_debug SML_file
    SML_file_debug SML_file_no_debug SML_import SML_export setup local_setup attribute_setup
    method_setup declaration syntax_declaration simproc_setup oracle parse_translation
    print_translation parse_ast_translation print_ast_translation typed_print_translation
    """
)
_ML: Final = "runs a program in ML"
_TRANSLATION: Final = "rewrites what is read or printed"
_CODE: Final = "has to do with generated programs"
_FILES: Final = "reads or writes files"
_SEARCH: Final = "searches by programs outside of the proof: give the proof that it found"
WHY: Final = {
    **dict.fromkeys(_ML_COMMANDS, _ML),
    **dict.fromkeys(
        _words(
            "syntax no_syntax translations no_translations nonterminal judgment syntax_consts "
            "syntax_types adhoc_overloading no_adhoc_overloading"
        ),
        _TRANSLATION,
    ),
    **dict.fromkeys(
        _words(
            """
            value values export_code code_datatype code_identifier code_printing code_reserved
            code_monad code_reflect code_thms code_deps code_pred print_codesetup print_codeproc test_code
            """
        ),
        _CODE,
    ),
    **dict.fromkeys(
        _words(
            """
            external_file bibtex_file ROOTS_file generate_file export_generated_files
            scala_build_generated_files compile_generated_files
            """
        ),
        _FILES,
    ),
    **dict.fromkeys(
        _words(
            """
            sledgehammer sledgehammer_params try try0 solve_direct nitpick nitpick_params nunchaku
            nunchaku_params quickcheck quickcheck_params find_unused_assms smt_status
            """
        ),
        _SEARCH,
    ),
    **dict.fromkeys(
        _words("axiomatization bnf_axiomatization"),
        "assumes what is to be proved",
    ),
    **dict.fromkeys(
        _words("realizers realizability extract_type extract notepad theory"),
        "is no command that a proof needs",
    ),
}
"""Why the known ones among the others are refused."""
RUNS_ML: Final = frozenset(word for word, why in WHY.items() if why in {_ML, _CODE, _FILES}) - {
    "value",
    "values",
    "code_thms",
    "code_deps",
    "print_codesetup",
    "print_codeproc",
}
"""Commands that run programs of the candidate's, or load or write some."""
ASSUMING: Final = _words("axiomatization bnf_axiomatization")

BUILT_IN: Final = ALLOWED | frozenset(WHY)
"""Every command that is known without a distribution."""

_HEADER: Final = re.compile(r"\btheory\b(?P<header>.*?)\bbegin\b", re.DOTALL)
_COMMENT: Final = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_CLAUSE: Final = re.compile(r"\bkeywords\b(?P<clause>.*?)(?=\babbrevs\b|\Z)", re.DOTALL)
_GROUP: Final = re.compile(
    r'(?P<names>(?:"[^"]*"\s*)+)(?:::\s*"?(?P<kind>\w+)"?)?[^"]*?(?=\band\b|"|\Z)'
)
_QUASI: Final = frozenset({"quasi_command", "before_command"})


def header_commands(theory: str) -> Iterator[str]:
    """The commands that the header of a theory declares."""
    header = _HEADER.search(_COMMENT.sub(" ", theory))
    clause = _CLAUSE.search(header["header"]) if header else None
    if clause is None:
        return
    for group in _GROUP.finditer(clause["clause"]):
        if group["kind"] and group["kind"] not in _QUASI:
            yield from re.findall(r'"([^"]+)"', group["names"])
