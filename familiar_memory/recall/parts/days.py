"""The memories of the last days: `days/<date>.md`, by the familiar's own calendar.

Private places have notes of their own (`days/private/<place>/`), for those who may know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta, tzinfo

from familiar_memory.domain.memory.document import Passage
from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import PRIVATE_DAYS, note_of_day
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.tree_rules import channel_of
from familiar_memory.recall.layout import DAYS, SIZES
from familiar_memory.recall.notes.note_page import NotePage, read_page
from familiar_memory.recall.provider import Occasion, Page, Shown
from familiar_memory.recall.ranking.merged.echo import repeats
from familiar_memory.store.base import NoteReader

__all__ = ["DaysProvider"]

_LEAST = 24
"""Tokens; a piece that is shorter would only puzzle the reader."""


class DaysProvider:
    """So many days, today included; the newest is served first, and told last."""

    source = DAYS

    def __init__(
        self,
        notes: DocumentSource,
        days: int,
        zone: tzinfo,
        store: NoteReader,
        history: HistoryReader,
    ) -> None:
        """`days` = 0 switches it off. `store` tells the owner which private places have notes.

        `history` says what the lines are made of.
        """
        self._notes = notes
        self._days = days
        self._zone = zone
        self._store = store
        self._history = history

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution a note, oldest day first; a long day is cut."""
        if occasion.viewer.is_broadcast or not self._days:
            return
        today = occasion.now.astimezone(self._zone).date()
        room = SIZES[occasion.request.mode][DAYS]
        days: list[NotePage] = []
        for back, path in self._paths(today, occasion.viewer):
            if room < _LEAST:
                break
            stop.check()
            day = read_page(
                self._notes, path, occasion, layer=Layer.CONTENT, source=DAYS, tokens=room
            )
            if day is None:
                continue
            if (told := day.contribution) is not None:
                room -= estimate_tokens(told.text) + 1
                # Older days give way first.
                told = replace(told, priority=told.priority - min(back, 4))
            days.append(replace(day, contribution=told))
        for day in reversed(days):
            day.put_on(page)
        page.show(Shown(turns=self._told_in_whole(page.shown, days, occasion.viewer)))

    def _paths(self, today: date, viewer: Viewer) -> Iterator[tuple[int, str]]:
        """The notes that this viewer may know of, with how many days ago; the newest first.

        Of a day what was said in private comes first: it was said to them.
        """
        rooms = self._private_rooms(viewer)
        for back in range(self._days):
            day = today - timedelta(back)
            yield from ((back, note_of_day(day, room)) for room in rooms)
            yield back, note_of_day(day)

    def _private_rooms(self, viewer: Viewer) -> list[str]:
        """Private places of which the viewer may know: their own first, then by slug."""
        if viewer.place is None:
            return self._rooms_with_notes()
        of_theirs = (viewer.place, *sorted(viewer.rooms - {viewer.place}))
        return [
            room
            for room in of_theirs
            if permits(viewer, room) and channel_of(note_of_day(date.min, room)) == room
        ]

    def _rooms_with_notes(self) -> list[str]:
        try:
            files = self._store.scan_files(PRIVATE_DAYS).files
        except FamiliarError:
            return []
        rooms = (channel_of(state.path) for state in files)
        named = {room for room in rooms if room is not None}
        return sorted(room for room in named if channel_of(note_of_day(date.min, room)) == room)

    def _told_in_whole(
        self, shown: Shown, days: Iterable[NotePage], viewer: Viewer
    ) -> frozenset[TurnName]:
        """The turns of which a line on the page says every word: they are told once."""
        lines: dict[TurnName, str] = {}
        for day in days:
            for passage in self._passages(day):
                name = (passage.place or "", *passage.refs)
                is_told = shown.has(day.decision.subject, passage.line)
                if len(name) == 2 and is_told and permits(viewer, passage.audience):
                    lines[name] = passage.text
        if not lines:
            return frozenset()
        said = self._history.words_said(lines)
        return frozenset(name for name in said if repeats(said[name].text, lines[name]))

    def _passages(self, day: NotePage) -> Iterable[Passage]:
        with suppress(FamiliarError):
            if day.contribution is not None:
                return self._notes.load(day.decision.subject).passages
        return ()
