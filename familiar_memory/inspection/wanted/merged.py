"""What was merged into a record, what it was merged into, and what stands for itself again then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import is_indexed
from familiar_memory.errors import StoreError
from familiar_memory.inspection.wanted.note_lines import NoteLines
from familiar_memory.maintenance.belongings.wanted import FreedOriginal
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.notes.went_into import went_into

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["MergedRecords"]

_INTO = "into:"
"""Stands in each line that says where it went."""


@dataclass(frozen=True, slots=True)
class _Original:
    """A line that says into which record it went."""

    name: RecordName
    line: StandingLine
    into: RecordName


class MergedRecords:
    """The merges of a tree, read once: to be used for one question."""

    def __init__(self, parts: Parts, notes: NoteLines) -> None:
        self._parts = parts
        self._notes = notes
        self._originals = tuple(self._read())

    def merged_into(self, name: RecordName) -> tuple[str, ...]:
        """The texts of all that was merged into a record, and into that."""
        found: dict[RecordName, str] = {}
        looked = [name]
        while looked:
            above = looked.pop()
            for one in self._originals:
                if one.into == above and one.name not in found:
                    found[one.name] = one.line.record.text
                    looked.append(one.name)
        return tuple(found.values())

    def with_their_words(self, is_gone: Callable[[RecordName], bool]) -> dict[RecordName, str]:
        """The texts of the records that have words of what goes, since that was merged into them.

        Not of one that says what another of its originals says alone, which stays.
        """
        found: dict[RecordName, str] = {}

        def goes(name: RecordName) -> bool:
            return name in found or is_gone(name)

        while above := {
            one.into: line.record.text
            for one in self._originals
            if goes(one.name)
            and not goes(one.into)
            and (line := self._notes.line(one.into)) is not None
            and not self._is_said(one.into, line.record.text, goes)
        }:
            found |= above
        return found

    def freed_by(self, is_gone: Callable[[RecordName], bool]) -> tuple[FreedOriginal, ...]:
        """What stays of that which was merged into what goes."""
        return tuple(
            FreedOriginal(one.name, one.line.record.fields.into or "", one.line.record.text)
            for one in self._originals
            if is_gone(one.into) and not is_gone(one.name)
        )

    def _is_said(self, into: RecordName, text: str, goes: Callable[[RecordName], bool]) -> bool:
        return any(
            one.into == into and one.line.record.text == text and not goes(one.name)
            for one in self._originals
        )

    def _read(self) -> Iterator[_Original]:
        files = self._parts.files
        for key in dict.fromkeys(map(files.register.key_of, self._paths())):
            for line in self._notes.lines(key):
                if (into := went_into(files.register, key, line.record.fields)) is not None:
                    yield _Original(RecordName(key, line.id), line, into)

    def _paths(self) -> Iterator[str]:
        """Every note with such a line. Not grepped: what a cap left out would stay in the tree."""
        store = self._parts.files.store
        for path in (state.path for state in store.scan_files().files):
            # One that cannot be read has no lines to be followed.
            with suppress(StoreError):
                if is_indexed(path) and _INTO in store.read_file(path):
                    yield path
