"""Record `completions.yaml` anew: after a change of gpt4's prompts, or of the answers here.

    python demo/record.py

The answers of the model that the demo pretends to ask are in `answers/`, one file per problem, written
by hand. A local server gives them to gpt4; what it keeps is exported.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from model_server import Script, Seen, answer, serving

HERE = Path(__file__).resolve().parent
MODEL = "demo-model"
ATTEMPTS = 4


def answers(path: Path) -> list[Script]:
    """The answers of a file: they begin with a line ``=== answer`` or ``=== finish REASON``."""
    scripts = []
    for head, text in re.findall(
        r"^=== (answer|finish \w+)\n(.*?)(?=^=== |\Z)", _with_head(path), re.MULTILINE | re.DOTALL
    ):
        finish = head.removeprefix("finish ") if head != "answer" else "stop"
        usage = {"prompt_tokens": 1500, "completion_tokens": max(1, len(text) // 3)}
        scripts.append(answer(text.strip("\n"), finish=finish, usage=usage, model=MODEL))
    return scripts


def _with_head(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text if text.startswith("=== ") else f"=== answer\n{text}"


def main() -> None:
    """Record and export."""
    given = {path.stem: answers(path) for path in HERE.glob("answers/*.md")}
    asked: Counter[str] = Counter()

    def respond(seen: Seen) -> Script:
        name = next(n for n in given if f"Theorem {n} " in seen.prompt)
        asked[name] += 1
        return given[name][asked[name] - 1]

    with serving(respond, models=[MODEL]) as server, tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "completions.sqlite"
        run = [sys.executable, "-m", "pytest", str(HERE), "--putnam-lang=coq", "--prover=gpt4"]
        run += [f"--prover-opt=base-url={server.url}", f"--prover-opt=model={MODEL}"]
        run += [f"--putnam-attempts={ATTEMPTS}", f"--llm-cache-file={kept}", "-v"]
        run += [f"--putnam-run={folder}/run"]
        subprocess.run(run, check=False)
        export = [sys.executable, "-m", "pytest_putnam.cli", "completions", "export"]
        subprocess.run([*export, str(kept), str(HERE / "completions.yaml")], check=True)


if __name__ == "__main__":
    main()
