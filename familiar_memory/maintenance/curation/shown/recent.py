"""What the last days say: the bullets of `days/` by the reach that may know them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.tree import note_of_day
from familiar_memory.errors import StoreError
from familiar_memory.history.base import HistoryReader, TurnRows
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.text.spoken import behind_the_speaker
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader

__all__ = ["LAST_DAYS", "RecentBullet", "recent_bullets"]

LAST_DAYS = 3
"""Whole days before the night; what has come of its own day by then is read, too."""


@dataclass(frozen=True, slots=True)
class RecentBullet:
    """A bullet of a day, with its place, and the last of its turns by number.

    `speakers` are the slugs of those who said it: a line that begins with who speaks does not say
    so in its tail. `names` is what they are called. `text` is what it says without that.
    """

    day: date
    place: str
    record: Record
    turn: int
    speakers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def by(self) -> str | None:
        """Who said it; None where several did."""
        return self.speakers[0] if len(self.speakers) == 1 else None

    @property
    def turns(self) -> frozenset[tuple[str, str]]:
        """The turns that it is of, each by its place and ref."""
        return frozenset((self.place, ref) for ref in self.record.fields.refs)

    @property
    def text(self) -> str:
        """What it says, with its links."""
        return behind_the_speaker(self.record.text).strip()

    @property
    def shown(self) -> str:
        """The same on one line, as people read it."""
        return one_line(links_as_labels(self.text))


def recent_bullets(
    store: NoteReader, history: HistoryReader, day: date, rules: NoteRules
) -> dict[str, tuple[RecentBullet, ...]]:
    """The bullets of the last days by reach, oldest first.

    Only those of turns that the history still has, and for the place where they were said: what
    people add to a day, or open to others, is theirs to put into notes.
    """
    found: dict[str, list[RecentBullet]] = {}
    for path, of_day in _day_notes(history, day):
        try:
            text = store.read_file(path)
        except StoreError:
            continue
        for bullet in _bullets(path, text, of_day, history, rules):
            found.setdefault(reach_of(bullet.place, rules.readers), []).append(bullet)
    return {
        reach: tuple(sorted(bullets, key=lambda one: (one.day, one.turn)))
        for reach, bullets in sorted(found.items())
    }


def _day_notes(history: HistoryReader, day: date) -> Iterator[tuple[str, date]]:
    """The notes that the last days may have, by what they are called: no folder is searched."""
    private = [one.slug for one in history.places() if one.is_private]
    for before in range(LAST_DAYS, -1, -1):
        of_day = day - timedelta(days=before)
        for room in ("", *private):
            yield note_of_day(of_day, room), of_day


def _bullets(
    path: str, text: str, day: date, history: TurnRows, rules: NoteRules
) -> Iterator[RecentBullet]:
    note = parse_note(text, rules.vocabulary, path)
    for line in standing_lines(path, note, rules.default_audience):
        place = _place_of(line)
        if place is None:
            continue
        refs = line.record.fields.refs
        turns = [one for ref in refs if (one := history.turn(place, ref)) is not None]
        # Of what was deleted in between nothing more is made.
        if len(turns) == len(refs) and not any(one.turn.deleted for one in turns):
            speakers = {one.turn.author.slug: one.turn.author.label for one in turns}
            number = max(one.id for one in turns)
            names = tuple(one_line(label, LONGEST_NAME) for label in speakers.values())
            yield RecentBullet(day, place, line.record, number, tuple(speakers), names)


def _place_of(line: StandingLine) -> str | None:
    """The place of a bullet that says from which turns it is; None for any other line."""
    fields = line.record.fields
    is_whole = line.record.state is RecordState.LIVE and bool(fields.refs)
    place = fields.place
    if not is_whole or place is None or place != line.audience or not parse_place_slug(place):
        return None
    return place
