"""Which line of a note, or which message, is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName, line_named
from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.inspection.wanted.merged import MergedRecords
from familiar_memory.inspection.wanted.note_lines import NoteLines
from familiar_memory.inspection.wanted.paths import is_file, note_path
from familiar_memory.markdown.audience.record_ids import lines_called
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import Block, Note, parse_note

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.talk.turn import TurnName

__all__ = ["WantedLine", "wanted_record"]

_LISTED = 8
_RECORDS = "path#^id, path#~id, path:line, a ref, or PLACE/REF"


@dataclass(frozen=True, slots=True)
class WantedLine:
    """A line: the turns that it cites, and its text, as that of a record or of any other line.

    With a record go those that were merged into it.
    """

    turns: frozenset[TurnName] = frozenset()
    records: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


def wanted_record(parts: Parts, given: str) -> WantedLine:
    """The line, or the message, that is meant.

    Raises:
        NotFoundError: there is no such line, nor message.
        UsageError: several lines have the id, or several places such a message.
        HistoryError: the conversation cannot be read.
    """
    if (at := line_named(given)) is not None:
        named, number = at
        path = note_path(parts, named)
        if path is not None and is_file(parts, path):
            return _line(parts, path, lambda note: _block_at(note, number))
    elif (name := _record_name(given)) is not None:
        path = note_path(parts, name.note)
        if path is not None and is_file(parts, path):
            return _line(parts, path, lambda note: _block_called(parts, note, name))
    return WantedLine(frozenset({_turn(parts, given)}))


def _record_name(given: str) -> RecordName | None:
    try:
        return RecordName.parse(given)
    except UsageError:
        return None


def _block_at(note: Note, number: int) -> Block | None:
    return next((b for b in _lines(note) if b.line <= number <= b.line_end), None)


def _block_called(parts: Parts, note: Note, name: RecordName) -> Block | None:
    if not name.is_derived:
        # A line that is no record may have an id, too.
        return _only([b for b in _lines(note) if b.text.rstrip().endswith(f"^{name.id}")], name)
    key = parts.files.register.key_of(note.path)
    records = standing_lines(key, note, parts.setup.settings.audience.default)
    found = lines_called(name.id, records, lambda one: one.id)
    return note.blocks[found[0].ordinal] if found else None


def _only(found: Sequence[Block], name: RecordName) -> Block | None:
    """The line of an id; which of several is meant cannot be told, and what goes is gone."""
    if len(found) > 1:
        raise UsageError(
            f"{len(found)} lines of {name.note} have the id ^{name.id}",
            f"say which: {', '.join(f'{name.note}:{one.line}' for one in found[:_LISTED])}",
        )
    return found[0] if found else None


def _lines(note: Note) -> Iterator[Block]:
    return (block for block in note.blocks if block.kind != "heading")


def _line(parts: Parts, path: str, meant: Callable[[Note], Block | None]) -> WantedLine:
    note = _parsed(parts, path)
    block = meant(note)
    if block is None:
        raise NotFoundError(f"no line of {path} is meant", _RECORDS)
    if block.record is None:
        texts = tuple(line for line in block.text.splitlines() if line.strip())
        return WantedLine(texts=texts)
    fields = block.record.fields
    if fields.place is not None:
        turns = {(fields.place, ref) for ref in fields.refs}
    else:
        named = [parts.files.history.turns_named(ref) for ref in fields.refs]
        turns = {(t[0].turn.place.slug, t[0].turn.ref) for t in named if len(t) == 1}
    name = _name_of(parts, note, block)
    if name is None:
        return WantedLine(frozenset(turns), (block.record.text,))
    texts = MergedRecords(parts, NoteLines(parts)).merged_into(name)
    return WantedLine(frozenset(turns), (block.record.text, *texts))


def _name_of(parts: Parts, note: Note, block: Block) -> RecordName | None:
    key = parts.files.register.key_of(note.path)
    records = standing_lines(key, note, parts.setup.settings.audience.default)
    found = next((one for one in records if one.ordinal == block.ordinal), None)
    return None if found is None else RecordName(key, found.id)


def _parsed(parts: Parts, path: str) -> Note:
    return parse_note(parts.files.store.read_file(path), parts.setup.vocabulary, path)


def _turn(parts: Parts, given: str) -> TurnName:
    history = parts.files.history
    place, sign, ref = given.partition("/")
    if sign and history.turn(place, ref) is not None:
        return place, ref
    named = history.turns_named(given)
    places = sorted({stored.turn.place.slug for stored in named})
    if len(places) > 1:
        raise UsageError(
            f"{len(places)} places have a message {given!r}",
            f"say which: {', '.join(f'{slug}/{given}' for slug in places[:_LISTED])}",
        )
    if not named:
        raise NotFoundError(f"{given!r} is neither a line nor a message", _RECORDS)
    return places[0], given
