"""Finding a prover by its name, and making its settings from what the user gave.

A name is one of the built-in provers, one that a package or a conftest contributes, or
``package.module:attr``. Nothing is imported before it is asked for.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language
from pytest_putnam.prover import Prover, ProverSettings
from pytest_putnam.suggest import choices_for

if TYPE_CHECKING:
    from pytest_putnam.languages.base import CheckerSettings, Toolchain
    from pytest_putnam.models.settings import LlmSettings

BUILT_IN: Final[Mapping[str, str]] = {
    "command": "pytest_putnam.provers.command:Command",
    "copra": "pytest_putnam.provers.copra:Copra",
    "coqhammer": "pytest_putnam.provers.coqhammer:CoqHammer",
    "dsp": "pytest_putnam.provers.dsp:Dsp",
    "files": "pytest_putnam.provers.files:Files",
    "gpt4": "pytest_putnam.provers.gpt4:Gpt4",
    "reprover": "pytest_putnam.provers.reprover:Reprover",
    "reprover-no-retrieval": "pytest_putnam.provers.reprover:ReproverNoRetrieval",
    "sledgehammer": "pytest_putnam.provers.sledgehammer:Sledgehammer",
    "tactician": "pytest_putnam.provers.tactician:Tactician",
}
"""The provers that come along: name to ``module:class``."""


def find_prover(
    name: str,
    contributed: Iterable[Mapping[str, type[Prover]]] = (),
    *,
    root_dir: Path | None = None,
) -> type[Prover]:
    """The class of the prover called `name`.

    `contributed` is what the hook ``pytest_putnam_provers`` returned, one mapping per
    implementation. `root_dir` is where the module of ``module:attr`` is also looked for, after
    everything on ``sys.path``. Raises `BadInput`.
    """
    if ":" in name:
        return _imported(name, f"--prover={name}", root_dir)
    offers = _offers(contributed)
    if name in BUILT_IN:
        if name in offers:
            raise BadInput(
                f"prover {name!r} is contributed by {_origin(offers[name][0])}, but a built-in "
                f"prover has that name; register it under another one"
            )
        return _imported(BUILT_IN[name], f"the built-in prover {name!r}", None)
    if name not in offers:
        raise BadInput(
            f"unknown prover {name!r}. {choices_for(name, [*BUILT_IN, *offers])} "
            f"A prover of your own is named as package.module:Class, or registered by the hook "
            f"pytest_putnam_provers; 'putnam new-prover NAME' writes one to start from."
        )
    classes = offers[name]
    if len(classes) > 1:
        origins = " and ".join(_origin(c) for c in classes)
        raise BadInput(f"prover {name!r} is contributed twice, by {origins}; rename one of them")
    return _checked(classes[0], f"the contributed prover {name!r}")


def prover_names(contributed: Iterable[Mapping[str, type[Prover]]] = ()) -> tuple[str, ...]:
    """All names that `find_prover` knows without an import, sorted."""
    return tuple(sorted({*BUILT_IN, *_offers(contributed)}))


def spelled(cls: type[Prover], given: Iterable[str]) -> tuple[str, ...]:
    """``NAME=VALUE`` texts, each name as `cls` declares it, whether it was written with ``-`` or ``_``.

    So two spellings of one option are the same setting of a run. Names that `cls` lacks stay as they are.
    """
    exact = {option.name: option.name for option in cls.options}
    names = {_dashed(name): name for name in exact} | exact
    found = []
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        found.append(f"{names.get(name) or names.get(_dashed(name), name)}{equals}{value}")
    return tuple(found)


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def parse_options(cls: type[Prover], given: Sequence[str]) -> dict[str, str]:
    """The options of `cls` from ``NAME=VALUE`` texts, defaults included.

    A name given twice keeps the later value, so that the command line overrules an ini file's
    ``addopts``; ``-`` and ``_`` in a name are the same. Raises `BadInput` for a text without ``=``,
    an unknown name, or a required option that is missing.
    """
    declared = {option.name: option for option in cls.options}
    values = {o.name: o.default for o in cls.options if o.default is not None}
    for text in spelled(cls, given):
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--prover-opt {text!r} is not of the form NAME=VALUE")
        if name not in declared:
            told = (
                choices_for(name, declared)
                if declared
                else "This prover takes no options; omit it."
            )
            raise BadInput(f"prover {cls.name!r} has no option {name!r}. {told}")
        values[name] = value
    for option in cls.options:
        if option.required and not values.get(option.name):
            raise BadInput(
                f"prover {cls.name!r} needs --prover-opt {option.name}=VALUE ({option.help})"
            )
    return values


def make_settings(
    cls: type[Prover],
    given: Sequence[str],
    *,
    root_dir: Path,
    languages: Iterable[Language],
    sandbox: str = "bwrap",
    strict: bool = False,
    known_problems: Iterable[str] = (),
    llm: LlmSettings | None = None,
    toolchains: Callable[[Language], Toolchain] | None = None,
    limits: CheckerSettings | None = None,
) -> ProverSettings:
    """What `cls` is made from. Raises `BadInput` as `parse_options`, and for a language it lacks."""
    asked = frozenset(languages)
    if lacking := asked - cls.languages:
        works = ", ".join(sorted(cls.languages)) or "no language"
        raise BadInput(
            f"prover {cls.name!r} does not work in {', '.join(sorted(lacking))}; it works in "
            f"{works}. Choose one by --putnam-lang, or another prover."
        )
    return ProverSettings(
        options=parse_options(cls, given),
        root_dir=root_dir,
        languages=asked,
        sandbox=sandbox,
        strict=strict,
        known_problems=frozenset(known_problems),
        llm=llm,
        toolchains=toolchains,
        limits=limits,
    )


def _offers(contributed: Iterable[Mapping[str, type[Prover]]]) -> dict[str, list[type[Prover]]]:
    """Name to the different classes that are contributed under it."""
    offers: dict[str, list[type[Prover]]] = {}
    for mapping in contributed:
        # A hook of the user's may return anything; the type in its specification is a wish.
        if not isinstance(mapping, Mapping):
            raise BadInput(
                f"the hook pytest_putnam_provers must return a mapping of names to Prover classes, "
                f"not {type(mapping).__name__} ({mapping!r})"
            )
        for name, cls in mapping.items():
            classes = offers.setdefault(name, [])
            if cls not in classes:
                classes.append(cls)
    return offers


def _origin(cls: object) -> str:
    if isinstance(cls, type):
        return f"{cls.__module__}:{cls.__qualname__}"
    return repr(cls)


def _imported(spec: str, what: str, root_dir: Path | None) -> type[Prover]:
    """The Prover class that ``module:attr`` names."""
    module_name, _, attr = spec.partition(":")
    if not module_name or not attr or not all(p.isidentifier() for p in module_name.split(".")):
        raise BadInput(f"{what} is not of the form package.module:Class")
    found: object = _module(module_name, what, root_dir)
    where = f"{module_name} ({getattr(found, '__file__', None) or 'no file'})"
    for part in attr.split("."):
        if not hasattr(found, part):
            classes = [
                n
                for n, v in getattr(found, "__dict__", {}).items()
                if isinstance(v, type) and issubclass(v, Prover)
            ]
            told = choices_for(part, [c for c in classes if c != "Prover"])
            raise BadInput(f"{what}: {where} was imported and has no {part!r}. {told}")
        found = getattr(found, part)
    return _checked(found, f"{what}: {where} was imported, and its {attr}")


def _module(module_name: str, what: str, root_dir: Path | None) -> ModuleType:
    # At the end: a file of the user's must not shadow a package. It stays, for later imports.
    if root_dir is not None and str(root_dir) not in sys.path:
        sys.path.append(str(root_dir))
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            raise BadInput(
                f"{what}: there is no module {error.name!r}. It is looked for on sys.path"
                + (f" and in {root_dir}" if root_dir is not None else "")
                + "; install the package or start in the directory that holds it."
            ) from error
        raise BadInput(
            f"{what}: importing {module_name} failed, for it imports {error.name!r}, which is not "
            f"installed"
        ) from error
    except Exception as error:
        raise BadInput(
            f"{what}: importing {module_name} failed with {type(error).__name__}: {error}"
        ) from error


def _checked(found: object, what: str) -> type[Prover]:
    """`found`, which must be a Prover class that can be made."""
    if not (isinstance(found, type) and issubclass(found, Prover)):
        kind = f"the class {found.__name__}" if isinstance(found, type) else repr(found)
        raise BadInput(f"{what} is {kind}, which is no subclass of pytest_putnam.prover.Prover")
    if inspect.isabstract(found):
        missing = ", ".join(sorted(found.__abstractmethods__))
        raise BadInput(f"{what} is {found.__name__}, which does not define {missing}")
    if not isinstance(getattr(found, "name", None), str):
        raise BadInput(f"{what} is {found.__name__}, whose class variable 'name' is not set")
    return found
