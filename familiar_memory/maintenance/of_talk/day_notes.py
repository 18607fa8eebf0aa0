"""Proposals for the notes of days: what will be worth knowing of a day, a section a place.

What was said in a private place goes to a note of its own, so whoever shares a day shares no
direct message. Whatever writes into these notes at night proposes it by this one function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import note_of_day
from familiar_memory.operations.proposal import AddRecord, EnsureNote, Proposal
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.slots import day_title

__all__ = ["MOST_BULLETS", "DayBullet", "day_path", "day_proposals", "day_record"]

MOST_BULLETS = 40
"""Of one place on one day, whoever wrote them: more is no summary of it."""
_TAG = "day"


@dataclass(frozen=True, slots=True)
class DayBullet:
    """One memory of a day in one place: a sentence that is understood without the talk around it.

    `refs` are the turns that bear it out, of that place and that day; `by` is who said it (a slug),
    None where several did. `topic` is one of `TOPIC_NAMES`, or None.
    """

    day: date
    place: Place
    text: str
    refs: tuple[str, ...]
    by: str | None = None
    topic: str | None = None


def day_path(day: date, place: Place) -> str:
    """The note of a day for a place: a private one has a folder of its own."""
    return note_of_day(day, place.slug if place.is_private else "")


def day_record(bullet: DayBullet) -> Record:
    """The line of a bullet, with where it comes from."""
    fields = RecordFields(
        learned=bullet.day,
        refs=bullet.refs,
        by=bullet.by,
        place=bullet.place.slug,
        topic=bullet.topic,
    )
    return Record(bullet.text, fields)


def day_proposals(
    bullets: Iterable[DayBullet], links: NoteLinks, most: int = MOST_BULLETS
) -> Iterator[Proposal]:
    """Each bullet under the heading of its place in the note of its day, which is made for it.

    A section that holds `most` records takes no more. What stands there is merged with, and not
    written over: see `AddRecord`.
    """
    for one in bullets:
        path, title = day_path(one.day, one.place), day_title(one.day)
        yield EnsureNote(path, title, properties=(("date", one.day), ("tags", (_TAG,))))
        yield AddRecord(path, title, links.place(one.place), day_record(one), most=most)
