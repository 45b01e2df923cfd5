"""Reading YAML, with errors that name the place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_putnam.errors import BadInput

if TYPE_CHECKING:
    import yaml


def read_yaml(path: Path, where: str) -> object:
    """What the file holds. Raises `BadInput`, which names it as `where`, and the place in it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{where}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{where} cannot be read: {error}") from error
    return parse_yaml(text, where)


def parse_yaml(text: str, where: str, *, keys_once: bool = False) -> object:
    """What `text` holds. Raises `BadInput`, which names it as `where`, and the place in it.

    With `keys_once` a mapping that has a key twice is refused: YAML would take the last one.
    """
    import yaml  # noqa: PLC0415 (the official index is JSON; most runs never need it)

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where it is there
    try:
        parsed: object = yaml.load(text, Loader=loader)
        if keys_once:
            _require_keys_once(yaml.compose(text, Loader=loader), where)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        said = getattr(error, "problem", None) or error
        raise BadInput(f"{where}: {place}no valid YAML: {said}") from None
    return parsed


def _require_keys_once(node: yaml.Node | None, where: str) -> None:
    """Raise `BadInput` for a mapping in `node` that has a key twice."""
    if node is None or isinstance(node.value, str):
        return
    keys: set[str] = set()
    for child in node.value:
        if isinstance(child, tuple):
            key, value = child
            if str(key.value) in keys:
                line = key.start_mark.line + 1
                raise BadInput(f"{where}: line {line}: the key {key.value!r} comes twice")
            keys.add(str(key.value))
            _require_keys_once(value, where)
        else:
            _require_keys_once(child, where)
