"""The memories of the last days: `days/<date>.md`, by the familiar's own calendar."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, tzinfo

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import note_of_day
from familiar_memory.recall.layout import DAYS, SIZES
from familiar_memory.recall.notes.note_page import NotePage, read_page
from familiar_memory.recall.provider import Occasion, Page

__all__ = ["DaysProvider"]

_LEAST = 24
"""Tokens; a piece that is shorter would only puzzle the reader."""


class DaysProvider:
    """So many days, today included; the newest is served first, and told last."""

    source = DAYS

    def __init__(self, notes: DocumentSource, days: int, zone: tzinfo) -> None:
        """`days` = 0 switches it off."""
        self._notes = notes
        self._days = days
        self._zone = zone

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution a day, oldest first; a long day is cut."""
        if occasion.viewer.is_broadcast:
            return
        today = occasion.now.astimezone(self._zone).date()
        room = SIZES[occasion.request.mode][DAYS]
        days: list[NotePage] = []
        for back in range(self._days):
            if room < _LEAST:
                break
            stop.check()
            day = read_page(
                self._notes,
                note_of_day(today - timedelta(back)),
                occasion,
                layer=Layer.CONTENT,
                source=DAYS,
                tokens=room,
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
