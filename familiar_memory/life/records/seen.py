"""The memories that one caller may see, as their lines stand now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName, line_named
from familiar_memory.domain.tree import (
    entity_of,
    has_records,
    is_indexed,
    note_of_person,
    person_of,
)
from familiar_memory.errors import FamiliarError, StoreError, UsageError
from familiar_memory.inspection.named import named_place
from familiar_memory.knowledge.audience import permits
from familiar_memory.knowledge.validity import is_expired
from familiar_memory.markdown.audience.record_ids import lines_called
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.noted_records import noted_records
from familiar_memory.notes.rules import rule_lines
from familiar_memory.notes.went_into import went_into
from familiar_memory.operations.conduct.rules import RULES_NOTE
from familiar_memory.recall.names.titles import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.notes.noted_records import NotedRecord
    from familiar_memory.notes.rules import RuleLine

__all__ = ["SeenRecords"]


class SeenRecords:
    """Reads each note once: to be used for one call.

    What the caller may not see is not there. Nor is, unless it is asked for `with_over`, what has
    expired, a rule that is archived, and, but for the owner, one that is for somebody else. The
    owner names notes by their paths, everybody else by their keys.
    """

    def __init__(self, parts: Parts, caller: Caller) -> None:
        self.viewer = caller.viewer(parts)
        self._parts = parts
        self._now = parts.setup.clock.now()
        self._slugs = () if caller.slug is None else (caller.slug,)
        self._rules: dict[int, RuleLine] = {}
        self._read: dict[str, tuple[NotedRecord, ...]] = {}
        self._titles: dict[str, str] = {}
        if caller.author is not None:
            # Whatever others know them as.
            self._titles[note_of_person(caller.author.slug)] = caller.author.label

    def of(self, key: str, *, with_over: bool = False) -> tuple[NotedRecord, ...]:
        """Those of one note, retired ones too; none where it cannot be read."""
        if key not in self._read:
            permitted = (one for one in self._noted(key) if permits(self.viewer, one.audience))
            self._read[key] = tuple(permitted)
        found = self._read[key]
        return found if with_over else tuple(filter(self._holds, found))

    def at(self, key: str, line: int, *, with_over: bool = False) -> NotedRecord | None:
        """The one that stands at a line of a note, from 1."""
        found = self.of(key, with_over=with_over)
        return next((one for one in found if one.line <= line <= one.line_end), None)

    def called(self, key: str, record_id: str, *, with_over: bool = False) -> NotedRecord | None:
        """The one of that id in a note; None where several have it.

        Those are for doctor: what is meant cannot be told.
        """
        seen = self.of(key, with_over=with_over)
        found = lines_called(record_id, seen, lambda one: one.name.id)
        return found[0] if len(found) == 1 else None

    def named(self, given: str) -> NotedRecord | None:
        """The one of that id; None for any other text, whatever may be hidden behind it."""
        try:
            if self.viewer.is_owner and (place := line_named(given)) is not None:
                note, line = place
                return self.at(self.key_of(note) or note, line)
            name = RecordName.parse(given)
            return self.called(self.key_of(name.note) or "", name.id)
        except (UsageError, StoreError):
            return None

    def key_of(self, note: str) -> str | None:
        """The key of the note that is meant; the owner may name it in any way.

        Everybody else knows notes by their keys: None where it is none that a note has.

        Raises:
            PathError: the owner names what can be no note.
        """
        register = self._parts.files.register
        if self.viewer.is_owner:
            return register.key_of(named_place(self._parts, note))
        try:
            # What a file is called may be more than they know.
            return note if register.path_of(note) and register.key_of(note) == note else None
        except StoreError:
            return None

    def text_of(self, key: str) -> str | None:
        """The text of a note; None where there is none, or it cannot be read."""
        files = self._parts.files
        try:
            path = files.register.path_of(key)
            return None if path is None else files.store.read_file(path)
        except StoreError:
            return None

    def shown_id(self, one: NotedRecord) -> str:
        """Its id, as this caller is shown it."""
        return self.shown_name(one.name)

    def shown_name(self, name: RecordName) -> str:
        """The id of a record by its name."""
        return str(RecordName(self.shown_note(name.note), name.id))

    def shown_note(self, key: str) -> str:
        """What a note is called for whoever asks: the owner sees where its file stands."""
        path = self._parts.files.register.path_of(key) if self.viewer.is_owner else None
        return path or key

    def shown_into(self, one: NotedRecord) -> str | None:
        """The id of the memory that it was merged into, as this caller is shown it."""
        into = went_into(self._parts.files.register, one.name.note, one.record.fields)
        return None if into is None else self.shown_name(into)

    def subject(self, one: NotedRecord) -> str:
        """Whom or what it is about: as its line says, else what the caller calls its note."""
        if (said := one.record.fields.subject) is not None:
            return said
        key = one.name.note
        if key not in self._titles:
            try:
                title = title_of(self._parts.indexing.notes.look(key), self.viewer)
            except FamiliarError:
                title = ""
            self._titles[key] = title or entity_of(key).removesuffix(".md")
        return self._titles[key]

    def _noted(self, key: str) -> Iterable[NotedRecord]:
        if not has_records(key) or (text := self.text_of(key)) is None:
            return ()
        if not is_indexed(self._parts.files.register.path_of(key) or key):
            return ()
        setup = self._parts.setup
        if key == RULES_NOTE:
            note, register = parse_note(text, setup.vocabulary, key), self._parts.files.register
            rules = rule_lines(note, lambda path: person_of(register.resolve(path)))
            self._rules = {rule.line: rule for rule in rules}
        return noted_records(key, text, setup.settings.audience.default, setup.vocabulary)

    def _holds(self, one: NotedRecord) -> bool:
        expires = one.record.fields.expires
        if expires is not None and is_expired(expires.isoformat(), self._now):
            return False
        if one.name.note != RULES_NOTE:
            return True
        rule = self._rules.get(one.line)
        if rule is None or not rule.is_active:
            return False
        return self.viewer.is_owner or any(map(rule.is_for, (None, *self._slugs)))
