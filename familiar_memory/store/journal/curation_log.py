"""`curation.jsonl` beside the log of changes: what curation was asked to do, and what it refused.

A line is an object of JSON. Its `note`, `places`, `people`, `days` and `turns` say of what it was
made, so that it goes with any of them; it goes as a whole, since it is only about what was done.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from familiar_memory.domain.erasure import Erasure, Redact, plain_redaction
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.errors import StorageError
from familiar_memory.store.disk.attributes import PRIVATE_MODE
from familiar_memory.store.disk.locks import acquired_lock
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.ownership import make_file, make_folders
from familiar_memory.store.disk.private_file import write_private

__all__ = ["CURATION_LOG", "CurationLog"]

CURATION_LOG: Final = "curation.jsonl"
_LOCK: Final = ".curation.lock"
_PATIENCE_S: Final = 60.0
_AS_NOTE: Final = "notes.md"
"""Where a text would stand that says what an entry says: it goes by the same rules."""


class CurationLog:
    """The log of one familiar, in the folder of its journal; for any number of processes."""

    name = f"journal/{CURATION_LOG}"

    def __init__(self, directory: Path, redact: Redact = plain_redaction) -> None:
        """Nothing is opened yet; `redact` says what a line loses, and so whether it goes."""
        self._path = directory / CURATION_LOG
        self._redact = redact

    def append(self, entry: Mapping[str, Any]) -> None:
        """Add one entry; on return it is on the disk.

        Raises:
            StoreError: the disk refused, or another process has held the log for a minute.
        """
        line = json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        with self._alone():
            make_file(self._path, PRIVATE_MODE)
            with self._path.open("r+b") as file:
                end = file.seek(0, os.SEEK_END)
                if end:
                    # What a crash has torn ends here.
                    file.seek(end - 1)
                    line = line if file.read(1) == b"\n" else b"\n" + line
                file.write(line)
                file.flush()
                os.fsync(file.fileno())

    def entries(self) -> list[dict[str, Any]]:
        """Every entry, oldest first; a line that is none is left out.

        Raises:
            StoreError: the file cannot be read.
        """
        return [entry for line in self._lines() if (entry := _entry(line)) is not None]

    def prune(self, before: datetime) -> int:
        """Drop what is older than that (aware) moment; how many entries those were.

        What does not say when it was stays.
        """
        return self._drop(partial(_is_before, before))

    def prunable(self, before: datetime) -> int:
        """How many entries `prune` would drop.

        Raises:
            StoreError: the file cannot be read.
        """
        return sum(_is_before(before, line) for line in self._lines())

    def erase(self, what: Erasure) -> int:
        """Drop every entry that was made of any of it, and what a killed process left of them."""
        draft = self._path.with_name(f"{CURATION_LOG}.draft")
        if draft.exists():
            with self._alone():
                draft.unlink(missing_ok=True)
        return self._drop(_Sign(what, self._redact).is_of)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Whether there is an entry that would go."""
        is_of = _Sign(what, self._redact).is_of
        return (f"{self.name} holds it",) if any(map(is_of, self._lines())) else ()

    def _lines(self) -> list[bytes]:
        with translated(self.name):
            try:
                data = self._path.read_bytes()
            except FileNotFoundError:
                return []
        return [line for line in data.split(b"\n") if line.strip()]

    def _drop(self, goes: Callable[[bytes], bool]) -> int:
        lines = self._lines()
        if not any(map(goes, lines)):
            return 0
        with self._alone():
            lines = self._lines()
            kept = [line for line in lines if not goes(line)]
            write_private(self._path, b"".join(line + b"\n" for line in kept))
        return len(lines) - len(kept)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with translated(self.name):
            make_folders(self._path.parent)
            refusal = StorageError(
                f"{self.name}: another process holds it", "Try again when that has ended."
            )
            lock = acquired_lock(self._path.with_name(_LOCK), _PATIENCE_S, refusal)
            try:
                yield
            finally:
                lock.release()


class _Sign:
    """Tells whether a line was made of something that goes."""

    def __init__(self, what: Erasure, redact: Redact) -> None:
        self._what = what
        self._without = redact(what)
        self._people = {author.slug for author in what.authors} | what.traces.people

    def is_of(self, line: bytes) -> bool:
        entry = _entry(line)
        if entry is None:
            # What nobody can read cannot be shown to hold nothing.
            return self._without(CURATION_LOG, line) != line
        turns = {tuple(one) for one in _listed(entry, "turns") if isinstance(one, list)}
        return (
            not turns.isdisjoint(self._what.turns)
            or any(ref in self._what.traces.refs for *_, ref in turns)
            or not self._people.isdisjoint(_texts(entry, "people"))
            or not self._what.places.isdisjoint(_texts(entry, "places"))
            or not self._what.paths.isdisjoint({entry.get("note"), entry.get("key")})
            or self._is_of_days(entry)
            or self._without(CURATION_LOG, line) != line
            or self._is_told(entry)
        )

    def _is_of_days(self, entry: Mapping[str, Any]) -> bool:
        days = (one for one in _listed(entry, "days") if isinstance(one, list) and len(one) == 2)
        return any(self._what.traces.are_of_day(str(day), str(place)) for day, place in days)

    def _is_told(self, entry: Mapping[str, Any]) -> bool:
        """Whether a line of a note would go that says what one of its texts says."""
        lines = "".join(f"- {one_line(text)}\n" for text in _said(entry))
        note = lines.encode("utf-8", "replace")
        return bool(note) and self._without(_AS_NOTE, note) != note


def _said(value: object) -> Iterator[str]:
    """Every text of a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _said(one)


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_before(moment: datetime, line: bytes) -> bool:
    at = _moment(line)
    return at is not None and at < moment


def _moment(line: bytes) -> datetime | None:
    entry = _entry(line) or {}
    try:
        found = datetime.fromisoformat(entry.get("ts", ""))
    except (ValueError, TypeError):
        return None
    return found if found.utcoffset() is not None else None


def _listed(entry: Mapping[str, Any], name: str) -> Sequence[Any]:
    found = entry.get(name)
    return found if isinstance(found, list) else ()


def _texts(entry: Mapping[str, Any], name: str) -> set[str]:
    return {one for one in _listed(entry, name) if isinstance(one, str)}
