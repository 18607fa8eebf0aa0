"""What was merged into a record, what it was merged into, and what stands for itself again then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import StoreError
from familiar_memory.maintenance.belongings.wanted import FreedOriginal
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.went_into import went_into

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["MergedRecords"]


@dataclass(frozen=True, slots=True)
class _Original:
    """A line that says into which record it went."""

    name: RecordName
    line: StandingLine
    into: RecordName


class MergedRecords:
    """The merges of a tree, read once: to be used for one question."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._originals = tuple(self._read())

    def with_record(self, name: RecordName) -> dict[RecordName, str]:
        """The texts of all that says what a record says: its originals, and what has its words.

        Of what a record was merged into the other originals say something else, and are none.
        """
        above = self._above(name)
        found = {one: line.record.text for one, line in above.items()}
        return found | {one.name: one.line.record.text for one in self._below(name)}

    def freed_by(self, name: RecordName) -> tuple[FreedOriginal, ...]:
        """What else was merged into what has the words of a record."""
        above = self._above(name)
        gone = {name, *above, *(one.name for one in self._below(name))}
        return tuple(
            FreedOriginal(one.name, one.line.record.fields.into or "", one.line.record.text)
            for one in self._originals
            if one.into in above and one.name not in gone
        )

    def _above(self, name: RecordName) -> dict[RecordName, StandingLine]:
        found: dict[RecordName, StandingLine] = {}
        into = {one.name: one.into for one in self._originals}
        while (above := into.get(name)) is not None and above not in found:
            if (line := self._line(above)) is None:
                break
            found[above] = line
            name = above
        return found

    def _below(self, name: RecordName) -> list[_Original]:
        found: dict[RecordName, _Original] = {}
        looked = [name]
        while looked:
            above = looked.pop()
            for one in self._originals:
                if one.into == above and one.name not in found:
                    found[one.name] = one
                    looked.append(one.name)
        return list(found.values())

    def _line(self, name: RecordName) -> StandingLine | None:
        return next((one for one in self._lines(name.note) if one.id == name.id), None)

    def _read(self) -> Iterator[_Original]:
        files = self._parts.files
        hits = files.store.grep(r"\binto:", case_insensitive=False)
        for key in dict.fromkeys(files.register.key_of(hit.path) for hit in hits):
            for line in self._lines(key):
                if (into := went_into(files.register, key, line.record.fields)) is not None:
                    yield _Original(RecordName(key, line.id), line, into)

    def _lines(self, key: str) -> list[StandingLine]:
        files, setup = self._parts.files, self._parts.setup
        try:
            path = files.register.path_of(key)
            text = "" if path is None else files.store.read_file(path)
        except StoreError:
            return []
        note = parse_note(text, setup.vocabulary, key)
        return list(standing_lines(key, note, setup.settings.audience.default))
