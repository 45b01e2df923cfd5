"""A kept run's tables as JSON lines, CSV or Parquet, for other people's tools."""

from __future__ import annotations

import contextlib
import csv
import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TextIO

from pytest_putnam.errors import BadInput
from pytest_putnam.kept import KeptRun

if TYPE_CHECKING:
    import pyarrow as pa

FORMATS: Final = ("jsonl", "csv", "parquet")
TABLES: Final = ("attempt", "item", "session", "run")
BATCH: Final = 5000
"""Rows that are in memory at once."""
JSON_COLUMNS: Final = frozenset(
    {"settings", "versions", "machine", "datasets", "command", "tags", "messages", "evidence"}
)
"""Values in JSON lines; a JSON text in the other formats."""
PROOF_COLUMNS: Final = frozenset({"code", "solution", "transcript", "messages", "evidence"})
"""What holds or shows a candidate."""

_INTEGERS: Final = frozenset(
    {"id", "attempt", "seed", "exit_status", "requests", "session", "needs_review", "redo"}
) | {f"{kind}_tokens" for kind in ("prompt", "completion", "cached", "reasoning")}
_REALS: Final = frozenset(
    {"started_at", "ended_at", "finished_at", "wall_s", "prover_s", "check_s", "cpu_s", "cost_usd"}
)
_QUERIES: Final = {
    "attempt": "SELECT run.id AS run, attempt.*, item.outcome AS item_outcome, item.tags, item.dataset, "
    "item.file, item.sha256 FROM attempt LEFT JOIN item ON item.nodeid = attempt.nodeid, run "
    "ORDER BY attempt.nodeid, attempt.attempt",
    "item": "SELECT run.id AS run, item.* FROM item, run ORDER BY item.rowid",
    "session": "SELECT run.id AS run, session.* FROM session, run ORDER BY session.id",
    "run": "SELECT * FROM run",
}


class Export:
    """One table of a kept run, with or without what shows proofs."""

    def __init__(self, kept: KeptRun, table: str, *, proofs: bool) -> None:
        self._table = table
        self._cursor = kept.db.execute(_QUERIES[table])
        names = [column[0] for column in self._cursor.description]
        self.names = [name for name in names if proofs or name not in PROOF_COLUMNS]
        self._places = [names.index(name) for name in self.names]

    def rows(self) -> Iterator[Sequence[Any]]:
        """The values, in the order of `names`."""
        for row in self._cursor:
            yield [row[place] for place in self._places]

    def write_jsonl(self, out: TextIO) -> None:
        """One object per line."""
        decoded = [name in JSON_COLUMNS for name in self.names]
        for row in self.rows():
            values = [
                json.loads(value) if is_json and value is not None else value
                for value, is_json in zip(row, decoded, strict=True)
            ]
            record = dict(zip(self.names, values, strict=True))
            out.write(json.dumps(record, ensure_ascii=False) + "\n")

    def write_csv(self, out: TextIO) -> None:
        """With a line of names; what is not known is empty."""
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.names)
        writer.writerows(self.rows())

    def write_parquet(self, out: IO[bytes]) -> None:
        """Compressed, in groups of rows. Raises `BadInput` where pyarrow is not installed."""
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra, and large
            import pyarrow.parquet as pq  # noqa: PLC0415
        except ImportError as error:
            raise BadInput(
                "Parquet needs pyarrow: install it by pip install 'pytest-putnam[parquet]', or "
                "export --to jsonl"
            ) from error
        schema = pa.schema([(name, self._type(name)) for name in self.names])
        with pq.ParquetWriter(out, schema, compression="zstd") as writer:
            rows = self.rows()
            while batch := list(itertools.islice(rows, BATCH)):
                columns = [
                    pa.array(column, type=field.type)
                    for column, field in zip(zip(*batch, strict=True), schema, strict=True)
                ]
                writer.write_batch(pa.record_batch(columns, schema=schema))

    def _type(self, name: str) -> pa.DataType:
        import pyarrow as pa  # noqa: PLC0415 - see above

        if name == "id" and self._table == "run":
            return pa.string()
        if name in _INTEGERS:
            return pa.int64()
        return pa.float64() if name in _REALS else pa.string()


def export_to(path: Path, export: Export, kind: str) -> None:
    """Write `export` into a file, whole or not at all. Raises `BadInput`."""
    # A device or a pipe is written to; only a file is put in the place of another.
    replaced = path.is_file() or not path.exists()
    part = path.with_name(f"{path.name}.part") if replaced else path
    try:
        if kind == "parquet":
            with part.open("wb") as out:
                export.write_parquet(out)
        else:
            with part.open("w", encoding="utf-8", newline="") as text:
                (export.write_csv if kind == "csv" else export.write_jsonl)(text)
        if replaced:
            part.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):  # a folder that cannot be written
            if replaced:
                part.unlink(missing_ok=True)
