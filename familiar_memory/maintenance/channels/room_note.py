"""The note of a room, as the night finds it: its lines of what was settled, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.tree import note_of_place
from familiar_memory.errors import NotFoundError
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.maintenance.channels.shared_item import SharedKind
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.text.kept_ids import SHARED, is_as_written
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader

__all__ = ["RoomNote", "kind_of", "read_room_note"]

_KINDS = {kind.value: kind for kind in SharedKind}


@dataclass(frozen=True, slots=True)
class RoomNote:
    """The lines of the room that the night wrote and nobody has changed since, struck ones too."""

    place: str
    lines: tuple[StandingLine, ...] = ()

    @property
    def live(self) -> tuple[StandingLine, ...]:
        """Those that hold."""
        return tuple(one for one in self.lines if one.record.state is RecordState.LIVE)

    def of_kind(self, kind: SharedKind) -> tuple[StandingLine, ...]:
        """Those of a section, in order."""
        return tuple(one for one in self.lines if kind_of(one) is kind)


def kind_of(line: StandingLine) -> SharedKind | None:
    """What a line says, by the section in which it stands."""
    return _KINDS.get(line.section or "")


def read_room_note(
    store: NoteReader, register: TreeRegister, rules: NoteRules, place: str
) -> RoomNote:
    """The note of a place, by its slug; without lines where there is none.

    Raises:
        StoreError: it cannot be read.
    """
    key = note_of_place(place)
    path = register.path_of(key)
    if path is None:
        return RoomNote(place)
    try:
        text = store.read_file(path)
    except NotFoundError:
        return RoomNote(place)
    note = parse_note(text, rules.vocabulary, key)
    return RoomNote(place, tuple(_ours(standing_lines(key, note, rules.default_audience), place)))


def _ours(lines: Iterable[StandingLine], place: str) -> Iterable[StandingLine]:
    for one in lines:
        is_written = is_machine_record(one.record) and is_as_written(one.record, SHARED, place)
        if is_written and one.audience == place and kind_of(one) is not None:
            yield one
