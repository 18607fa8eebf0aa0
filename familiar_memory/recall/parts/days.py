"""The memories of the last days: `days/<date>.md`, by the familiar's own calendar."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, tzinfo

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import note_of_day
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.layout import DAYS, SIZES
from familiar_memory.recall.notes.note_page import read_page
from familiar_memory.recall.provider import Found, Occasion, Shown

__all__ = ["DaysProvider"]

_LEAST = 24


class DaysProvider:
    """So many days, today included; the newest is served first, and told last."""

    source = DAYS

    def __init__(
        self, notes: DocumentSource, vocabulary: Vocabulary, days: int, zone: tzinfo
    ) -> None:
        """`days` = 0 switches it off."""
        self._notes = notes
        self._vocabulary = vocabulary
        self._days = days
        self._zone = zone

    def load(self, occasion: Occasion, stop: Stop) -> Found:
        """One contribution a day, oldest first; a long day is cut."""
        if occasion.viewer.is_broadcast:
            return Found()
        today = occasion.now.astimezone(self._zone).date()
        room = SIZES[occasion.request.mode][DAYS]
        pages: list[Found] = []
        for back in range(self._days):
            if room < _LEAST:
                break
            stop.check()
            page = self._page(note_of_day(today - timedelta(back)), occasion, room)
            # Older days give way first.
            pages.append(
                replace(
                    page,
                    contributions=tuple(
                        replace(c, priority=c.priority - min(back, 4)) for c in page.contributions
                    ),
                )
            )
            room -= sum(estimate_tokens(c.text) + 1 for c in page.contributions)
        pages.reverse()
        return Found(
            tuple(c for page in pages for c in page.contributions),
            tuple(d for page in pages for d in page.decisions if d.verdict != "absent"),
            (),
            Shown.of(page.shown for page in pages),
        )

    def _page(self, path: str, occasion: Occasion, room: int) -> Found:
        return read_page(
            self._notes,
            path,
            occasion,
            self._vocabulary,
            layer=Layer.CONTENT,
            source=DAYS,
            tokens=room,
        )
