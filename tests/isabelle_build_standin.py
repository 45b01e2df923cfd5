"""The program behind `isabelle_builds`; it runs by itself, with the standard library alone.

It does not know Isabelle: it says what its script says of a candidate, in the words of a real one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCRIPT: dict[str, Any] = json.loads((HERE / "script.json").read_text())


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def log(kind: str, about: dict[str, Any]) -> None:
    """Only where that can be written: outside of the sandbox."""
    with contextlib.suppress(OSError):
        (HERE / "log" / f"{time.monotonic_ns()}-{kind}.json").write_text(json.dumps(about))


def told(theory: str) -> dict[str, str]:
    """What the audit is to do, from its text."""
    found = {
        name: re.search(pattern, theory)
        for name, pattern in {
            "secret": r'val secret = "(\w+)"',
            "reference": r'val ref_prefix = "(\w+)\."',
            "candidate": r'val cand_prefix = "(\w+)\."',
            "file": r'Path\.explode "([^"]+)"',
        }.items()
    }
    return {name: match[1] for name, match in found.items() if match}


def audit(folder: Path, name: str, changes: dict[str, Any], oracles: list[str]) -> None:
    about = told((folder / f"{name}.thy").read_text())
    kinds: dict[str, list[str]] = {
        "missing": [],
        "redefined": [],
        "axiom": [],
        "oracle": ["oracles:", *(f"    {oracle}" for oracle in oracles)],
    }
    kinds = {
        kind: [each.replace("CAND", about["candidate"]) for each in changes.get(kind, given)]
        for kind, given in kinds.items()
    }
    lines = [f"begin {about['reference']} {about['candidate']}"]
    lines += [
        f"statement {changes.get('statement', 'true')}",
        f"theorems {changes.get('theorems', '1 1')}",
    ]
    lines += [f"hyps {changes.get('hyps', 0)}", f"sorts {changes.get('sorts', 0)}"]
    lines += [f"solution {changes.get('solution', 'false')}"]
    lines += [f"{kind} {each}" for kind, every in kinds.items() for each in every]
    lines += ["count " + " ".join(str(len(every)) for every in kinds.values()), "end"]
    lines = lines[: changes.get("lines", len(lines))]
    secret = changes.get("secret", about["secret"])
    Path(about["file"]).write_text("".join(f"{secret} {line}\n" for line in lines))


def build(arguments: list[str]) -> int:
    session = arguments[-1]
    folder = Path(arguments[len(arguments) - 2])
    root = (folder / "ROOT").read_text()
    blocks = re.findall(r"^  theories (\[quick_and_dirty\])? *(.*)$", root, re.MULTILINE)
    options, candidate = blocks[-2]
    last = blocks[-1][1].strip()
    compares = "Goal.prove" in (folder / f"{last}.thy").read_text()
    kind = "reference" if options else "same" if compares else "check"
    script = SCRIPT[kind]
    log(
        kind,
        {
            "arguments": arguments,
            "root": root,
            "environment": dict(os.environ),
            "theories": {file.stem: file.read_text() for file in folder.glob("*.thy")},
            "home": [
                str(path.relative_to(os.environ["HOME"]))
                for path in Path(os.environ["HOME"]).rglob("*")
            ],
        },
    )
    if script.get("before"):
        say(script["before"])
    if script.get("started", True):
        say(f"Running {session} ...")
    act(script.get("do", ""))
    if script.get("audit") is not None:
        oracles = ["Pure.skip_proof"] if options else []
        audit(folder, last, script["audit"], oracles)
    if script.get("lines") is not None:
        about = told((folder / f"{last}.thy").read_text())
        written = [line.format_map(about) for line in script["lines"]]
        Path(about["file"]).write_text("".join(f"{line}\n" for line in written))
    status = int(script.get("status", 0))
    for line in script.get("output", []):
        theory = folder / f"{candidate.strip()}.thy"
        say(
            line.replace("$THEORY", str(theory))
            .replace("$GUARD", str(theory).replace("PC_", "PG_"))
            .replace("$SESSION", session)
            .replace("$FOLDER", str(folder))
        )
    if status == 0 and script.get("finished", True):
        say(f"Finished {session} (0:00:01 elapsed time)")
    return status


def act(what: str) -> None:
    if what == "hang":
        time.sleep(3600)
    elif what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "eat":
        kept = []
        while True:
            kept.append(bytearray(b"x" * (16 << 20)))
    elif what == "flood":
        while True:
            say("x" * 100_000)


def main() -> int:
    match sys.argv[1:]:
        case ["version"]:
            say(SCRIPT["version"])
        case ["getenv", *names]:
            home = os.environ["USER_HOME"]
            for name in names:
                say(f"{name}={SCRIPT['settings'].get(name, '').replace('$HOME', home)}")
        case ["build", *arguments] if "-b" in arguments:
            return heap(arguments)
        case ["build", *arguments]:
            return build(arguments)
        case _:
            sys.exit(f"*** no {sys.argv[1:]}")
    return 0


def heap(arguments: list[str]) -> int:
    session = arguments[-1]
    log("heap", {"arguments": arguments})
    say(f"Building {session} ...")
    for line in SCRIPT["heap"].get("output", []):
        say(line)
    if SCRIPT["heap"].get("status", 0):
        return int(SCRIPT["heap"]["status"])
    user = Path(os.environ["HOME"]) / ".isabelle" / SCRIPT["settings"]["ISABELLE_IDENTIFIER"]
    store = user / "heaps" / SCRIPT["settings"]["ML_IDENTIFIER"]
    (store / "log").mkdir(parents=True, exist_ok=True)
    (store / session).write_text("heap")
    (store / "log" / f"{session}.db").write_text("database")
    say(f"Finished {session} (0:10:00 elapsed time)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
