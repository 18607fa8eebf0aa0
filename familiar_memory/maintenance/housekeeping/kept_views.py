"""Views of notes, kept from night to night: what has not changed is not parsed again.

The file is derived, and may be deleted at any moment, which costs one slow night. A view is taken
from it only for the same key and the same text, by the same rules and the same program; no time
of a file is trusted for that. Erasing takes the whole file away.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from familiar_memory.domain.memory.racy import is_too_young
from familiar_memory.domain.memory.stamp import Stamp
from familiar_memory.errors import StoreError
from familiar_memory.maintenance.housekeeping.view import NoteView, read_view
from familiar_memory.maintenance.housekeeping.written_view import view_of, written_view
from familiar_memory.notes.chunk import CHUNKER_VERSION
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import FileState, NoteReader
from familiar_memory.store.disk.derived_file import (
    read_derived,
    remove_derived,
    write_derived,
)

__all__ = ["KeptViews"]

_VERSION = 1
"""Another number whenever a note is viewed, or a view written, in another way."""
_TRIES = 3


class KeptViews:
    """The views of one night; those of the last are in a `file`, where one is given."""

    def __init__(
        self, file: Path | None, rules: NoteRules, now_ns: Callable[[], int] = time.time_ns
    ) -> None:
        """Read what is kept; what is damaged, or of other rules, is as good as none."""
        self._file = file
        self._rules = rules
        self._begun_ns = now_ns()
        self._made_for = _made_for(rules)
        kept = read_derived(file, self._made_for)
        self._before: Mapping[str, Any] = kept if isinstance(kept, dict) else {}
        self._now: dict[str, Any] = {}
        self._seen: dict[str, FileState] = {}

    def view(self, state: FileState, key: str, text: str) -> NoteView:
        """The view of a note that has this text, found in a state of its file."""
        print_ = _print(key, text)
        view, written = self._known(state.path, print_)
        if view is None:
            view = read_view(key, text, self._rules)
            written = [print_, *written_view(view)]
        stamp = Stamp(state.path, max(state.mtime_ns, state.changed_ns), state.size)
        if not is_too_young(stamp, self._begun_ns):
            # Of one that was just saved nobody could say later that it has changed since.
            self._now[state.path], self._seen[state.path] = written, state
        return view

    def keep(self, store: NoteReader) -> None:
        """Write them for the next night, but for notes that were changed since they were read.

        So what is erased meanwhile, by another process too, is not written down behind it.
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

    def _known(self, path: str, print_: str) -> tuple[NoteView | None, Any]:
        try:
            written = self._before[path]
            return (view_of(*written[1:]), written) if written[0] == print_ else (None, None)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            return None, None

    def _changed(self, store: NoteReader) -> list[str]:
        try:
            found = {state.path: state for state in store.scan_files().files}
        except StoreError:
            found = {}
        return [path for path in self._now if found.get(path) != self._seen[path]]


def _made_for(rules: NoteRules) -> str:
    predicates = list(rules.vocabulary.predicates.values())
    return repr((_VERSION, CHUNKER_VERSION, rules.default_audience, predicates))


def _print(key: str, text: str) -> str:
    said = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=_key(key))
    return said.hexdigest()


def _key(key: str) -> bytes:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
