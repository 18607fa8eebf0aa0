"""Proposals for the note of a room, and for the notes of the days on which it settled something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import note_of_place
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.maintenance.channels.settled.endings import Ended, SpokenAt, When
from familiar_memory.maintenance.channels.settled.joked_since import Jest
from familiar_memory.maintenance.channels.settled.room_note import RoomNote
from familiar_memory.maintenance.channels.settled.shared_item import SharedItem, SharedKind
from familiar_memory.maintenance.of_talk.day_notes import DayBullet, day_path, day_proposals
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.proposal import AddRecord, Proposal, RefreshRecords, ResumeRecord
from familiar_memory.writers.notes.channel_notes import note_for
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.slots import day_title
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["MOST_LINES", "jest_proposals", "room_proposals"]

MOST_LINES: Mapping[SharedKind, int] = {
    SharedKind.DECISION: 60,
    SharedKind.AGREEMENT: 40,
    SharedKind.ACTION: 40,
}
"""Of the lines that the night writes, struck ones too. A room that settles more is read in its
days, which keep all of it."""


def room_proposals(
    place: Place,
    items: Sequence[SharedItem],
    ended: Sequence[Ended],
    note: RoomNote,
    links: NoteLinks,
    when: When,
    is_touched: Callable[[SharedItem], bool],
) -> Iterator[Proposal]:
    """What comes into the notes, what is struck, and what makes room for it.

    `is_touched` says what rests on a message whose line a person has taken out of its session or
    its day: no day says it.
    """
    path, title = note_of_place(place.slug), note_for(place, links).title
    until = {one.what.item: one.until for one in ended if one.what.item is not None}
    # What stands there already, struck or not, comes no second time, and has nothing make room.
    there = {line.record.id for line in note.lines}
    new = [one for one in items if one.record(links).id not in there]
    kept = _kept(new, until, note, when)
    for one in ended:
        if one.what.line is not None:
            yield _struck(path, one.what.line, one)
    gone = tuple(_making_room(kept, ended, note))
    if gone:
        yield RefreshRecords(path, title, tuple(one.record for one in gone), ())
    if kept:
        yield note_for(place, links)
    for item in kept:
        record = _as_it_ended(item.record(links), until.get(item))
        yield AddRecord(path, title, item.kind.value, record)
    untouched = [one for one in items if not is_touched(one)]
    yield from day_proposals(_bullets(untouched, links), links)


def jest_proposals(
    place: str, jests: Iterable[Jest], in_day: Callable[[Utterance], tuple[Record, ...]]
) -> Iterator[Proposal]:
    """What was a joke was never so: its lines in the room and in its day go.

    In other words than its own it is struck. `in_day` are the lines that repeat a message.
    """
    path = note_of_place(place)
    for jest in jests:
        if gone := tuple(line.record for line in jest.gone):
            yield RefreshRecords(path, "", gone, ())
        for line in jest.wrong:
            if line not in jest.gone:
                yield RetireById(path, line.id, None, was=line.record.text)
        for line in jest.resumed:
            fields = line.record.fields
            assert fields.until is not None
            yield ResumeRecord(path, "", line.record.text, fields, fields.until)
        if gone := in_day(jest.said):
            day = jest.said.slot.day
            yield RefreshRecords(day_path(day, jest.said.place), day_title(day), gone, ())


def _kept(
    new: Sequence[SharedItem], until: Mapping[SharedItem, date], note: RoomNote, when: When
) -> Sequence[SharedItem]:
    """What the note takes of them: what was over on the day on which it was said stood in none."""
    stands = [one for one in new if one not in until]
    over = [one for one in new if one in until and until[one] != one.said.slot.day]
    kept = [one for kind in SharedKind for one in _newest(stands, kind, note, when)]
    kept += _with_room(over, kept, note)
    return [one for one in new if one in kept]


def _with_room(
    over: Sequence[SharedItem], standing: Sequence[SharedItem], note: RoomNote
) -> Iterator[SharedItem]:
    """Of what is over already the newest: as many as make no line go."""
    for kind, most in MOST_LINES.items():
        taken = len(note.of_kind(kind)) + sum(one.kind is kind for one in standing)
        of_kind = [one for one in over if one.kind is kind]
        yield from of_kind[len(of_kind) - max(0, min(most - taken, len(of_kind))) :]


def _as_it_ended(record: Record, until: date | None) -> Record:
    """The line as the nights between would have left it: struck on the day on which it ended."""
    if until is None:
        return record
    fields = replace(record.fields, until=until.isoformat())
    return replace(record, fields=fields, state=RecordState.ENDED)


def _newest(
    items: Iterable[SharedItem], kind: SharedKind, note: RoomNote, when: When
) -> Sequence[SharedItem]:
    """Those for which there is room; what is older than all that stands makes none of it go."""
    coming = [one for one in items if one.kind is kind][-MOST_LINES[kind] :]
    standing = note.of_kind(kind)
    over = len(standing) + len(coming) - MOST_LINES[kind]
    if not coming or over <= 0:
        return coming
    known = (when(line) for line in standing)
    first = min((one for one in known if one is not None), default=None)
    older = [one for one in coming if first is not None and _moment(one) < first][:over]
    return [one for one in coming if one not in older]


def _moment(item: SharedItem) -> SpokenAt:
    return item.said.said_us, item.said.order


def _struck(path: str, line: StandingLine, one: Ended) -> RetireById:
    return RetireById(path, line.id, one.until.isoformat(), was=line.record.text)


def _making_room(
    new: Sequence[SharedItem], ended: Sequence[Ended], note: RoomNote
) -> Iterator[StandingLine]:
    """The lines that go for new ones: what is over before what stands, and the older first."""
    struck_now = {one.what.line for one in ended}
    for kind, most in MOST_LINES.items():
        standing = note.of_kind(kind)
        coming = sum(one.kind is kind for one in new)
        over = len(standing) + coming - most if coming else 0
        free = [one for one in standing if one not in struck_now]
        free.sort(key=lambda one: one.record.state is RecordState.LIVE)
        yield from free[: max(0, over)]


def _bullets(items: Iterable[SharedItem], links: NoteLinks) -> Iterator[DayBullet]:
    """What each message settled, as a line of its day."""
    by_message: dict[int, list[SharedItem]] = {}
    for item in items:
        by_message.setdefault(item.said.order, []).append(item)
    for several in by_message.values():
        said = several[0].said
        text = "; ".join(_once([one.text.rstrip(".") for one in several]))
        refs = tuple(dict.fromkeys(ref for one in several for ref in one.refs))
        words = f"{links.person(said.author)}: {text}"
        yield DayBullet(said.slot.day, said.place, words, refs, said.author.slug)


def _once(texts: Sequence[str]) -> Iterator[str]:
    """The texts without those that another says too, as where two hold it for two kinds."""
    said = [f" {normalised(one)} " for one in texts]
    for at, (text, own) in enumerate(zip(texts, said, strict=True)):
        others = (other for where, other in enumerate(said) if where != at)
        is_longer = any(own in other and own != other for other in others)
        if not is_longer and own not in said[:at]:
            yield text
