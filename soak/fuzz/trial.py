"""One damaged file, put before every importer, and brought back out where it was taken in."""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass
from pathlib import Path

from familiar_memory.errors import FamiliarError
from familiar_memory.testing import FileTree
from familiar_memory.transfer.exporter import Exporter, ExportOptions
from familiar_memory.transfer.importer import BytesFile, Importer, NoteFile
from familiar_memory.transfer.reading.strict_json import parse_json
from familiar_memory.transfer.staging.stage import stage

__all__ = ["Outcome", "try_file"]

_MAX_S = 2.0
_MAX_MB = 200
_MAX_NOTE_BYTES = 262_144


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one importer made of one file; `fault` is what must not have happened."""

    importer: str
    taken: bool
    fault: str = ""


def try_file(
    file: Path, importer: Importer, others: list[Importer], exporters: dict[str, Exporter]
) -> Outcome:
    """Read a damaged file with its own importer, and let all the others look at it."""
    started, peak = time.process_time(), _peak_kb()
    try:
        for other in others:
            other.detect(file)
        taken = _read(file, importer, exporters)
    except Exception as problem:  # noqa: BLE001 - it is what is looked for
        return Outcome(importer.name, False, f"{type(problem).__name__}: {problem}")
    took = time.process_time() - started
    grew_mb = (_peak_kb() - peak) // 1000
    fault = f"it took {took:.1f} s of processor time" if took > _MAX_S else ""
    fault = f"it took {grew_mb} MB" if grew_mb > _MAX_MB else fault
    return Outcome(importer.name, taken, fault)


def _peak_kb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _read(file: Path, importer: Importer, exporters: dict[str, Exporter]) -> bool:
    try:
        staged = stage(importer, file, max_file_bytes=_MAX_NOTE_BYTES)
    except FamiliarError as problem:
        if not problem.accepted:
            raise ValueError(
                f"an error that does not say what would be accepted: {problem}"
            ) from None
        return False
    items = [item for item in staged.items() if isinstance(item, NoteFile | BytesFile)]
    files = {
        item.path: item.data if isinstance(item, BytesFile) else item.text.encode()
        for item in items
    }
    if importer.name in ("card", "lorebook") and importer.name in exporters:
        _check_way_back(files, exporters[importer.name])
    return True


def _check_way_back(files: dict[str, bytes], exporter: Exporter) -> None:
    """What was taken in comes out as the very same value, keys in the same order."""
    sidecars = [path for path in files if path.endswith((".card.json", ".book.json"))]
    key = "card" if exporter.name == "card" else "book"
    path = next(path for path in sidecars if path.endswith(f".{key}.json"))
    kept = parse_json(files[path], path)[key]
    export = exporter.export(FileTree(files), ExportOptions(Path("out.json")))
    back = parse_json(b"".join(export.pieces), "the way back")
    if repr(back) != repr(kept):
        raise ValueError("what came out is not what went in")
