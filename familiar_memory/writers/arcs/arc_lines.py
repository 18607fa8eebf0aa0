"""The lines of a session that say what stayed open there and what was settled.

    - **Open, Bex**: when does the ferry go on Sunday? (t12, by:discord-7) ^arc-1f0c22aa4d

They follow from all that was said, and the words of each from its message alone. A batch brings the
lines that were not there before it, and takes those out that are settled now: so a line that a
person has deleted is not proposed again, and one that they have changed is not found, and stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.markdown.text.kept_ids import ARC, is_as_written, kept_id
from familiar_memory.operations.proposal import EnsureNote, FreshLine, Proposal, RefreshRecords
from familiar_memory.writers.arcs.arc_wording import arc_text
from familiar_memory.writers.arcs.substance import has_substance
from familiar_memory.writers.arcs.threads import Thread, threads_in
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.text.note_links import NoteLinks, person_label
from familiar_memory.writers.text.slots import Slot
from familiar_memory.writers.text.utterance import utterances

__all__ = ["arc_operations"]

_MOST_LINES = 8
"""Of one place in one part of a day, the oldest: more threads than that are a list of tasks."""


@dataclass(frozen=True, slots=True, order=True)
class _Section:
    """A place's part of a session."""

    slot: Slot
    slug: str

    @classmethod
    def of(cls, thread: Thread) -> _Section:
        return cls(thread.said.slot, thread.said.place.slug)


_Lines = Mapping[tuple[_Section, str], tuple[Place, Record]]
"""By the section and the id of the line."""


def arc_operations(batch: Batch, links: NoteLinks) -> Iterator[Proposal]:
    """Propose the lines that a batch makes true, and take out those that it makes untrue."""
    places = {one.turn.place.slug for one in batch.turns}
    before = [one for one in batch.background if one.turn.place.slug in places]
    stood, stands = _lines(before, batch), _lines([*before, *batch.turns], batch)
    fresh = {name: one for name, one in stands.items() if name not in stood}
    gone = {name: one for name, one in stood.items() if name not in stands}
    changed = {section: place for (section, _), (place, _) in (*fresh.items(), *gone.items())}
    for section in sorted(changed):
        new = [record for (at, _), (_, record) in fresh.items() if at == section]
        old = [name for at, name in gone if at == section]
        yield from _of_section(section, changed[section], new, old, batch, links)


def _of_section(
    section: _Section,
    place: Place,
    new: Iterable[Record],
    old: Iterable[str],
    batch: Batch,
    links: NoteLinks,
) -> Iterator[Proposal]:
    path, title = section.slot.note_of(place), section.slot.title
    standing = {
        line.record.id: line.record for line in batch.lines(path) if line.audience == place.slug
    }
    fresh = [record for record in new if record.id not in standing]
    found = (standing[name] for name in old if name in standing)
    gone = tuple(record for record in found if is_as_written(record, ARC, place.slug))
    if fresh:
        yield EnsureNote(
            path, title, properties=(("date", section.slot.day), ("tags", ("session",)))
        )
    if fresh or gone:
        heading = links.place(place)
        lines = tuple(FreshLine(heading, record, is_on_top=True) for record in fresh)
        yield RefreshRecords(path, title, gone, lines)


def _lines(turns: Iterable[StoredTurn], batch: Batch) -> _Lines:
    """The lines of all that was said up to then, of the sections that have substance."""
    turns = tuple(turns)
    threads: dict[_Section, list[Thread]] = {}
    for thread in threads_in(turns, batch.zone):
        threads.setdefault(_Section.of(thread), []).append(thread)
    said: dict[_Section, list[str]] = {}
    for one in utterances(turns, batch.zone) if threads else ():
        said.setdefault(_Section(one.slot, one.place.slug), []).append(one.words)
    return {
        (section, record.id or ""): (found[0].said.place, record)
        for section, found in threads.items()
        if has_substance(said[section])
        for record in map(_record, found[:_MOST_LINES])
    }


def _record(thread: Thread) -> Record:
    said = thread.said
    sentence = " ".join(thread.sentence.split()).replace("[[", "[ [")
    text = arc_text(thread.kind, sentence, person_label(said.author))
    return Record(text, said.fields, id=kept_id(ARC, text, said.place.slug))
