"""What is to be erased, written down until nothing of it is left, and who is erasing it.

It is written before the first store is touched, and goes last: a familiar that died in between is
met again with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.traces import Traces
from familiar_memory.errors import StorageError
from familiar_memory.store.disk.locks import acquired_lock
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.private_file import write_private

__all__ = ["PENDING_FILE", "PendingErasure"]

PENDING_FILE: Final = "erasing.json"
"""The file beside what is erased."""
_LOCK: Final = ".erasing.lock"
_PATIENCE_S: Final = 600.0
"""Another process may erase in a large familiar; who waits longer has met one that hangs."""


class PendingErasure:
    """The erasure that has begun in the folder of one familiar, if there is one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / PENDING_FILE

    def read(self) -> Erasure | None:
        """What was begun and is not ended; None when there is no such thing.

        Raises:
            StorageError: what was written down cannot be read.
        """
        with translated(self._path.name):
            try:
                data = self._path.read_bytes()
            except FileNotFoundError:
                return None
        # It is overwritten before it is removed, and the process may have died in between.
        return _read(data) if data.strip() else None

    def write(self, what: Erasure) -> None:
        """Write down what is to go."""
        with translated(self._path.name):
            write_private(self._path, _written(what))

    def clear(self) -> None:
        """Remove it: nothing is left."""
        with translated(self._path.name), suppress(FileNotFoundError):
            # Overwritten first, as far as the disk lets it.
            self._path.write_bytes(b" " * self._path.stat().st_size)
            self._path.unlink()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold off who else would erase; `StorageError` where another goes on for ten minutes."""
        # Else the first to end would take away what the other has written down.
        refusal = StorageError(
            "another process is erasing, and does not come to an end",
            "Try again, or stop the other process.",
        )
        with translated(_LOCK):
            lock = acquired_lock(self._path.with_name(_LOCK), _PATIENCE_S, refusal)
        try:
            yield
        finally:
            lock.release()


def _written(what: Erasure) -> bytes:
    people = sorted((author.platform, author.user_id) for author in what.authors)
    return json.dumps(
        {
            "turns": sorted(what.turns),
            "authors": people,
            "paths": sorted(what.paths),
            "texts": list(what.texts),
            "places": sorted(what.places),
            "traces": what.traces.to_json(),
        }
    ).encode()


def _read(data: bytes) -> Erasure:
    try:
        values = json.loads(data)
        return Erasure(
            turns=frozenset((place, ref) for place, ref in values["turns"]),
            authors=frozenset(Author(platform, user) for platform, user in values["authors"]),
            paths=frozenset(values["paths"]),
            texts=tuple(values["texts"]),
            # An older version has written neither.
            places=frozenset(values.get("places", ())),
            traces=Traces.from_json(values.get("traces", {})),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        # In no words that repeat what is to go.
        raise StorageError(
            f"{PENDING_FILE} says what was to be erased, and is damaged",
            "remove it, and run the erasure again",
        ) from problem
