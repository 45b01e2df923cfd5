"""Prompts as jinja2 files: one renders to a conversation, whose messages begin with a line in brackets.

    [[system]]
    You are an expert …
    [[user]]
    {{ text }}

A template knows these variables: `VARIABLES`. Another one that it uses is an error before the run.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jinja2
import jinja2.meta

from pytest_putnam.errors import BadInput
from pytest_putnam.llm import Completion, Role, Turn
from pytest_putnam.model import Language
from pytest_putnam.prover import Task
from pytest_putnam.suggest import choices_for

BUILT_IN: Final = Path(__file__).parent / "prompts"
VARIABLES: Final[Mapping[str, str]] = {
    "language": "coq, isabelle or lean4",
    "name": "the problem's name",
    "theorem": "the name that the file declares",
    "text": "the file as the prover may see it, its proof open",
    "statement": "the theorem alone",
    "header": "the file's imports and options",
    "track": "with-solution or no-solution",
    "asks_solution": "whether the answer must be given too",
    "solution_name": "the name of the answer's definition; empty without one",
    "informal": "the problem in words; empty where it is switched off or unknown",
    "shots": "how many examples were asked for",
}
"""What a prompt may use, and what it means."""
SHOTS: Final = 3
"""Examples in a prompt, if not told otherwise."""
REPAIR_VARIABLES: Final = frozenset({"verdict", "reason", "messages"})
_MESSAGE: Final = re.compile(r"^\[\[(?P<role>[a-z]+)\]\][ \t]*\n", re.MULTILINE)
_MESSAGE_LINE: Final = re.compile(r"^\[\[[a-z]+\]\][ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template that was read and found to be usable."""

    path: Path
    digest: str
    """The SHA-256 of the file, 12 digits."""
    template: jinja2.Template

    def render(self, variables: Mapping[str, object]) -> str:
        """The text. Raises `BadInput` where the template fails."""
        try:
            return self.template.render(variables)
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError) as error:
            raise BadInput(f"prompt {self.path} fails: {error}") from error

    def turns(self, variables: Mapping[str, object]) -> tuple[Turn, ...]:
        """The conversation. Raises `BadInput` where the text is none.

        A line in a variable's text that looks like the beginning of a message is shielded by a blank.
        """
        shielded = {k: shield(v) if isinstance(v, str) else v for k, v in variables.items()}
        return _turns(self.render(shielded), self.path)


def shield(text: str) -> str:
    """`text` with a blank before what would begin a message."""
    return _MESSAGE_LINE.sub(r" \g<0>", text)


def find_prompt(given: str | None, root_dir: Path, language: Language) -> Prompt:
    """The prompt for `language`: the built-in one, a file, or ``LANGUAGE.j2`` in a folder."""
    path = BUILT_IN if given is None else root_dir / Path(given).expanduser()
    if path.is_dir():
        path /= f"{language}.j2"
    return read_prompt(path, frozenset(VARIABLES))


def read_prompt(path: Path, known: frozenset[str]) -> Prompt:
    """The template at `path`. Raises `BadInput` with the line of what is wrong."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"prompt {path} cannot be read: {error}") from error
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        keep_trailing_newline=True,
    )
    try:
        used = jinja2.meta.find_undeclared_variables(environment.parse(source))
        template = environment.from_string(source)
    except jinja2.TemplateSyntaxError as error:
        raise BadInput(f"prompt {path}, line {error.lineno}: {error.message}") from error
    if unknown := sorted(used - known):
        raise BadInput(
            f"prompt {path} uses the variable {unknown[0]!r}. {choices_for(unknown[0], known)}"
        )
    digest = hashlib.sha256(source.encode()).hexdigest()[:12]
    return Prompt(path, digest, template)


def variables_of(task: Task, *, informal: bool, shots: int) -> dict[str, object]:
    """What a prompt may say of `task`."""
    formalization = task.formalization
    solution = formalization.solution
    return {
        "language": formalization.language.value,
        "name": formalization.name,
        "theorem": formalization.theorem,
        "text": task.text,
        "statement": formalization.statement.of(formalization.text),
        "header": formalization.header.of(formalization.text),
        "track": task.track.value,
        "asks_solution": task.asked_solution is not None,
        "solution_name": solution.name if solution else "",
        "informal": formalization.problem.informal_statement.strip() if informal else "",
        "shots": shots,
    }


def told(completion: Completion, *facts: str) -> str:
    """A completion for the transcript, with facts about it."""
    about = [*facts, completion.served_by, f"finish: {completion.finish}"]
    about += ["from the cache"] if completion.from_cache else []
    parts = [f"[{', '.join(filter(None, about))}]", *(f"[{note}]" for note in completion.notes)]
    if completion.reasoning:
        parts.append(f"<reasoning>\n{completion.reasoning}\n</reasoning>")
    return "\n".join([*parts, completion.content])


def _turns(text: str, path: Path) -> tuple[Turn, ...]:
    marks = list(_MESSAGE.finditer(text))
    if not marks or text[: marks[0].start()].strip():
        raise BadInput(f"prompt {path} must begin with a line [[system]] or [[user]]")
    turns = []
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        if mark["role"] not in set(Role):
            raise BadInput(f"prompt {path}: [[{mark['role']}]]. {choices_for(mark['role'], Role)}")
        body = text[mark.end() : following.start() if following else len(text)].strip("\n")
        turns.append(Turn(Role(mark["role"]), body))
    if turns[-1].role is not Role.USER:
        raise BadInput(f"prompt {path} must end with a [[user]] message, not {turns[-1].role}")
    return tuple(turns)
