"""How the last talk ended: the latest note of a session, when a new talk begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.memory.source import DocumentSource, KnownDocument
from familiar_memory.domain.question.context import Contribution, Layer, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.tree import MEMORY, SESSIONS
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import HistoryReader
from familiar_memory.history.sessions.limits import SESSION_GAP
from familiar_memory.index.base import Index
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.tree_rules import channel_of, session_name
from familiar_memory.recall.layout import DAYS, SIZES, SUMMARY
from familiar_memory.recall.notes.note_page import NotePage, read_page
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.store.base import FileState, NoteReader

__all__ = ["SummaryProvider"]

_SESSION = re.compile(r"(\d{4}-\d\d-\d\d)(?:-(.*))?\.md")
_PARTS = ("night", "morning", "afternoon", "evening")
_ASKED_AT_ONCE = 100
"""Notes that the index is asked about together."""


class SummaryProvider:
    """Gives the latest session on the first turn of a new one, whatever its age.

    Later in a session the conversation itself is before the model. What the caller
    summarises takes its place.
    """

    source = SUMMARY

    def __init__(
        self,
        notes: DocumentSource,
        index: Index,
        store: NoteReader,
        history: HistoryReader,
    ) -> None:
        """`history` tells whether a session begins, `store` which notes there are."""
        self._notes = notes
        self._index = index
        self._store = store
        self._history = history

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """The newest session of which this viewer may see anything."""
        request = occasion.request
        if occasion.viewer.is_broadcast or request.place is None:
            return
        if any(own.layer is Layer.HISTORY_SUMMARY for own in request.extra):
            return
        if not self._begins_session(request, occasion.now):
            return
        for path in self._worth_reading(self._newest_first(request.place), occasion.viewer):
            stop.check()
            found = read_page(
                self._notes,
                path,
                occasion,
                layer=Layer.HISTORY_SUMMARY,
                source=SUMMARY,
                tokens=SIZES[request.mode][SUMMARY],
            )
            if found is not None and found.contribution is not None:
                if (rest := _without_told(found, page.earlier)) is not None:
                    rest.put_on(page)
                return

    def _begins_session(self, request: RecallRequest, now: datetime) -> bool:
        """Whether nothing was said in this place for as long as ends a session."""
        assert request.place is not None
        pending = {turn.ref for turn in request.pending_turns if turn.place == request.place}
        present = min((turn.timestamp for turn in request.pending_turns), default=now)
        latest = self._history.latest(request.place.slug, len(pending) + 2)
        before = [stored.turn for stored in latest if stored.turn.ref not in pending]
        if before and _is_asking(before[-1], request):
            # Recorded a moment ago, and not named as pending.
            present = min(present, before.pop().timestamp)
        return not any(present - turn.timestamp <= SESSION_GAP for turn in before)

    def _worth_reading(self, states: Sequence[FileState], viewer: Viewer) -> Iterator[str]:
        """The notes but for those in which the index knows no line for this viewer.

        However many sessions were private, none of them keeps the last open one from being
        told. A note that has changed since it was indexed is read.
        """
        # What stands in the folder of another room is not asked for at all.
        open_ = (
            state.path
            for state in states
            if (room := channel_of(state.path)) is None or permits(viewer, room)
        )
        for paths in in_batches(open_, _ASKED_AT_ONCE):
            try:
                known = self._index.known_some(MEMORY, paths)
                audiences = self._index.audiences_of(MEMORY, paths)
            except FamiliarError:
                known, audiences = {}, {}
            for path in paths:
                told = any(permits(viewer, one) for one in audiences.get(path, ()))
                if told or not self._is_as_indexed(path, known.get(path)):
                    yield path

    def _is_as_indexed(self, path: str, known: KnownDocument | None) -> bool:
        try:
            return known is not None and self._notes.stamp(path) == known.stamp
        except FamiliarError:
            return False

    def _newest_first(self, place: Place) -> list[FileState]:
        """The sessions; of one part of a day that of the place itself comes first."""
        dated = []
        for state in self._store.scan_files(SESSIONS).files:
            name, room = session_name(state.path), channel_of(state.path)
            if name is not None and (match := _SESSION.fullmatch(name)):
                dated.append((*_when(match), room == place.slug, state.path, state))
        return [one[-1] for one in sorted(dated, key=lambda one: one[:-1], reverse=True)]


def _without_told(found: NotePage, earlier: Iterable[Contribution]) -> NotePage | None:
    """The session without the lines that a day on the page has told; None where it told all."""
    assert found.contribution is not None
    told = {line.text for one in earlier if one.source == DAYS for line in one.lines if line.at}
    lines = found.contribution.lines
    rest = [line for line in lines if line.at is None or line.text not in told]
    if len(rest) == len(lines):
        return found
    if not any(line.at for line in rest):
        return None
    return replace(found, contribution=replace(found.contribution, lines=tuple(rest)))


def _is_asking(turn: Turn, request: RecallRequest) -> bool:
    return turn.author == request.author and turn.text == request.text


def _when(match: re.Match[str]) -> tuple[str, int, str]:
    part = match[2] or ""
    return match[1], _PARTS.index(part) if part in _PARTS else len(_PARTS), part
