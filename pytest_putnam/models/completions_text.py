"""Completions as a YAML file that people can read, review, write by hand and commit.

- request:
    endpoint: chat.completions
    model: my-model
    parameters: {temperature: 0.7}
    messages:
    - role: user
      content: |
        ...
  completions:
  - sample: 1
    label: made_up_1 coq
    content: |
      ...
    finish: stop
    usage: {requests: 1, prompt_tokens: 812, completion_tokens: 40}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from pytest_putnam.errors import BadInput
from pytest_putnam.models.chat import canonical_json
from pytest_putnam.models.stored import Stored, answer_json, completion_of
from pytest_putnam.yaml_text import read_yaml

TEXT_SUFFIXES: Final = frozenset({".yaml", ".yml"})
_REQUEST_FIELDS: Final = ("endpoint", "model", "parameters", "messages")


def write_text(rows: Iterable[Stored]) -> str:
    """The rows as YAML, one entry per request, in the order of `rows`."""
    entries: dict[str, dict[str, Any]] = {}
    for row in rows:
        entry = entries.setdefault(
            canonical_json(row.request),
            {
                "request": {name: row.request[name] for name in _REQUEST_FIELDS},
                "completions": [],
            },
        )
        told = {"sample": row.sample, "label": row.label, "run": row.run}
        told |= {"created_at": row.created_at} | answer_json(row.completion)
        entry["completions"].append({k: v for k, v in told.items() if v or k == "content"})
    dumped: str = yaml.dump(
        list(entries.values()), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100
    )
    return dumped


def read_text(path: Path) -> Iterator[Stored]:
    """The rows of a YAML file. Raises `BadInput` naming the file and the entry."""
    data = read_yaml(path, str(path))
    if not isinstance(data, list):
        raise BadInput(f"{path}: expected a list of requests with their completions")
    for number, entry in enumerate(data, 1):
        try:
            yield from _entry(entry)
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(
                f"{path}, entry {number}: not a request with its completions "
                f"({type(error).__name__}: {error})"
            ) from error


def _entry(entry: Mapping[str, Any]) -> Iterator[Stored]:
    request = {name: entry["request"][name] for name in _REQUEST_FIELDS}
    for message in request["messages"]:
        if set(message) != {"role", "content"}:
            raise ValueError(f"a message has the fields {sorted(message)}, not role and content")
    for completion in entry["completions"]:
        sample = completion["sample"]
        if not isinstance(sample, int) or sample < 1:
            raise ValueError(f"sample is {sample!r}, not a number from 1 on")
        yield Stored(
            request=request,
            sample=sample,
            completion=completion_of(completion),
            label=str(completion.get("label", "")),
            run=str(completion.get("run", "")),
            created_at=float(completion.get("created_at", 0.0)),
        )


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, and does not tell equal objects from the same."""

    def ignore_aliases(self, data: object) -> bool:
        del data
        return True


def _represent_text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    )


_Dumper.add_representer(str, _represent_text)
