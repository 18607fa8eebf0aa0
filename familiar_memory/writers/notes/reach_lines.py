"""The lines of notes that the talk of one reach may know, as whoever words new ones needs them."""

from __future__ import annotations

import logging

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader

__all__ = ["ReachLines"]

_log = logging.getLogger(__name__)


class ReachLines:
    """For one batch: each note is read once, when it is first asked for.

    So whoever names a line later names the one that was read, whatever stands there by then.
    """

    def __init__(
        self, store: NoteReader, register: TreeRegister, rules: NoteRules, viewer: Viewer
    ) -> None:
        """The `viewer` is the talk; nothing is read yet."""
        self._store = store
        self._register = register
        self._rules = rules
        self._viewer = viewer
        self._read: dict[str, tuple[StandingLine, ...]] = {}

    def of(self, key: str) -> tuple[StandingLine, ...]:
        """The live lines of a note, in order; none of one that is not there or cannot be read."""
        return tuple(line for line in self._all(key) if line.record.state is RecordState.LIVE)

    def ended(self, key: str) -> tuple[StandingLine, ...]:
        """Those of its lines that held until some day, or are to."""
        return tuple(
            line
            for line in self._all(key)
            if line.record.state is not RecordState.WRONG and line.record.fields.until is not None
        )

    def _all(self, key: str) -> tuple[StandingLine, ...]:
        if key not in self._read:
            self._read[key] = self._lines(key)
        return self._read[key]

    def _lines(self, key: str) -> tuple[StandingLine, ...]:
        path = self._register.path_of(key)
        if path is None:
            return ()
        try:
            text = self._store.read_file(path)
        except NotFoundError:
            return ()
        except StoreError as error:
            _log.warning("%s is left out: %s", path, error.problem)
            return ()
        note = parse_note(text, self._rules.vocabulary, key)
        return tuple(
            line
            for line in standing_lines(key, note, self._rules.default_audience)
            if permits(self._viewer, line.audience)
        )
