"""What was found out about single notes, kept from night to night beside the index.

The file is derived, and may be deleted at any moment, which costs one slow night. What it says of a
note is taken only for the same print, which whoever asks makes of the text: no time of a file is
trusted for that. Erasing takes the whole file away.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from familiar_memory.domain.memory.racy import is_too_young
from familiar_memory.domain.memory.stamp import Stamp
from familiar_memory.errors import StoreError
from familiar_memory.store.base import FileState, NoteReader
from familiar_memory.store.disk.derived_file import read_derived, remove_derived, write_derived

__all__ = ["KeptOfNotes", "note_print"]

_TRIES = 3


class KeptOfNotes:
    """Values by the paths of notes; those of the last night are in a `file`, where one is given."""

    def __init__(
        self, file: Path | None, made_for: str, now_ns: Callable[[], int] = time.time_ns
    ) -> None:
        """Read what was kept for the same purpose; damaged, it is as good as none."""
        self._file = file
        self._made_for = f"{_program()}\n{made_for}"
        self._begun_ns = now_ns()
        kept = read_derived(file, self._made_for)
        self._before: Mapping[str, Any] = kept if isinstance(kept, dict) else {}
        self._now: dict[str, Any] = {}
        self._seen: dict[str, FileState] = {}

    def of(self, path: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        """What was kept of a note; None where nothing was."""
        return self._before.get(path)

    def put(self, state: FileState, value: object) -> None:
        """Have something kept of a note, of which the file was in this state before it was read."""
        stamp = Stamp(state.path, max(state.mtime_ns, state.changed_ns), state.size)
        if not is_too_young(stamp, self._begun_ns):
            # Of one that was just saved nobody could say later that it has changed since.
            self._now[state.path], self._seen[state.path] = value, state

    def write(self, store: NoteReader) -> None:
        """Write all for the next night, but of notes that were changed since they were read.

        So what is erased meanwhile, by another process too, is not written down behind it: who
        erases changes the notes first, and looks for copies after that.
        """
        if self._file is None or not self._file.parent.is_dir():
            return
        for _ in range(_TRIES):
            if self._now != self._before or not self._file.exists():
                write_derived(self._file, self._made_for, self._now)
                self._before = dict(self._now)
            changed = self._changed(store)
            if not changed:
                return
            for path in changed:
                del self._now[path]
        with suppress(OSError):
            remove_derived(self._file)

    def _changed(self, store: NoteReader) -> list[str]:
        try:
            found = {state.path: state for state in store.scan_files().files}
        except StoreError:
            found = {}
        return [path for path in self._now if found.get(path) != self._seen[path]]


@lru_cache(maxsize=1)
def _program() -> str:
    try:
        return version("familiar-memory")
    except PackageNotFoundError:
        return ""


def note_print(key: str, text: str) -> str:
    """What tells a text of a note, known by that key, from any other."""
    known_by = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    said = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=known_by)
    return said.hexdigest()
