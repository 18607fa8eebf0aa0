"""Views of notes, kept from night to night: what has not changed is not parsed again.

A view is taken only for the same key and the same text, by the same rules and the same program.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from familiar_memory.maintenance.housekeeping.view import NoteView, read_view
from familiar_memory.maintenance.housekeeping.written_view import view_of, written_view
from familiar_memory.notes.chunk import CHUNKER_VERSION
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import FileState, NoteReader
from familiar_memory.store.kept_of_notes import KeptOfNotes, note_print

__all__ = ["KeptViews"]

_VERSION = 1
"""Another number whenever a note is viewed, or a view written, in another way."""


class KeptViews:
    """The views of one night; those of the last are in a `file`, where one is given."""

    def __init__(
        self, file: Path | None, rules: NoteRules, now_ns: Callable[[], int] = time.time_ns
    ) -> None:
        """Read what is kept; what is damaged, or of other rules, is as good as none."""
        self._rules = rules
        self._kept = KeptOfNotes(file, _made_for(rules), now_ns)

    def view(self, state: FileState, key: str, text: str) -> NoteView:
        """The view of a note that has this text, found in a state of its file."""
        told = note_print(key, text)
        written = self._kept.of(state.path)
        view = _read(written, told)
        if view is None:
            view = read_view(key, text, self._rules)
            written = [told, *written_view(view)]
        self._kept.put(state, written)
        return view

    def keep(self, store: NoteReader) -> None:
        """Write them for the next night, but for notes that were changed since they were read."""
        self._kept.write(store)


def _read(written: Any, told: str) -> NoteView | None:  # noqa: ANN401 - whatever JSON holds
    try:
        return view_of(*written[1:]) if written[0] == told else None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None


def _made_for(rules: NoteRules) -> str:
    predicates = list(rules.vocabulary.predicates.values())
    return repr((_VERSION, CHUNKER_VERSION, rules.default_audience, predicates))
