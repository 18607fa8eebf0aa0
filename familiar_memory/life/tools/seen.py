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
from familiar_memory.knowledge.audience import permits
from familiar_memory.knowledge.validity import is_expired
from familiar_memory.markdown.audience.record_ids import lines_called
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.noted_records import NotedRecord, noted_records
from familiar_memory.notes.rules import rule_lines
from familiar_memory.operations.conduct.rules import RULES_NOTE
from familiar_memory.recall.names.titles import title_of

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.tools.caller import ToolCaller

__all__ = ["SeenRecords"]


class SeenRecords:
    """Reads each note once: to be used for one call.

    What the caller may not see is not there, and neither is what has expired, a rule that is
    archived, nor, but for the owner, one that is for somebody else. The owner names notes by
    their paths, everybody else by their keys.
    """

    def __init__(self, parts: Parts, caller: ToolCaller) -> None:
        self.viewer = caller.viewer(parts)
        self._parts = parts
        self._caller = caller
        self._now = parts.setup.clock.now()
        self._read: dict[str, tuple[NotedRecord, ...]] = {}
        self._titles: dict[str, str] = {}
        if caller.author is not None:
            # Whatever others know them as.
            self._titles[note_of_person(caller.author.slug)] = caller.author.label

    def of(self, key: str) -> tuple[NotedRecord, ...]:
        """Those of one note, retired ones too; none where it cannot be read."""
        if key not in self._read:
            self._read[key] = tuple(filter(self._may_see, self._noted(key)))
        return self._read[key]

    def at(self, key: str, line: int) -> NotedRecord | None:
        """The one that begins at a line of a note, from 1."""
        return next((one for one in self.of(key) if one.line == line), None)

    def named(self, given: str) -> NotedRecord | None:
        """The one of that id; None for any other text, whatever may be hidden behind it."""
        if self.viewer.is_owner and (place := line_named(given)) is not None:
            note, line = place
            key = self._key(note)
            return None if key is None else self.at(key, line)
        try:
            name = RecordName.parse(given)
        except UsageError:
            return None
        key = self._key(name.note)
        if key is None:
            return None
        # Duplicate ids are for doctor: what is meant cannot be told.
        found = lines_called(name.id, self.of(key), lambda one: one.name.id)
        return found[0] if len(found) == 1 else None

    def shown_id(self, one: NotedRecord) -> str:
        """Its id, as this caller is shown it."""
        return self.shown_name(one.name)

    def shown_name(self, name: RecordName) -> str:
        """The id of a record by its name."""
        if not self.viewer.is_owner:
            return str(name)
        return str(RecordName(self._parts.files.register.path_of(name.note) or name.note, name.id))

    def shown_into(self, one: NotedRecord) -> str | None:
        """The id of the memory that it was merged into, as this caller is shown it."""
        into = one.record.fields.into
        if into is None:
            return None
        key, _, block_id = into.rpartition("#^")
        return self.shown_name(RecordName(key or one.name.note, block_id))

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

    def _key(self, note: str) -> str | None:
        register = self._parts.files.register
        try:
            if self.viewer.is_owner and register.is_there(note):
                return register.key_of(note)
            # What a file is called may be more than they know.
            path = register.path_of(note)
            return note if path is not None and register.key_of(path) == note else None
        except StoreError:
            return None

    def _noted(self, key: str) -> tuple[NotedRecord, ...]:
        if not has_records(key):
            return ()
        files, setup = self._parts.files, self._parts.setup
        try:
            path = files.register.path_of(key)
            if path is None or not is_indexed(path):
                return ()
            text = files.store.read_file(path)
        except StoreError:
            return ()
        default = setup.settings.audience.default
        found = tuple(noted_records(key, text, default, setup.vocabulary))
        if key != RULES_NOTE:
            return found
        theirs = self._rules_for_caller(text)
        return tuple(one for one in found if one.line in theirs)

    def _rules_for_caller(self, text: str) -> frozenset[int]:
        """The lines of the rules that are in force, for all or for whoever calls."""
        register, setup = self._parts.files.register, self._parts.setup
        note = parse_note(text, setup.vocabulary, RULES_NOTE)
        rules = rule_lines(note, lambda path: person_of(register.resolve(path)))
        slug = self._caller.slug
        return frozenset(
            rule.line
            for rule in rules
            if rule.is_active
            and (
                self.viewer.is_owner
                or rule.is_for(None)
                or (slug is not None and rule.is_for(slug))
            )
        )

    def _may_see(self, one: NotedRecord) -> bool:
        expires = one.record.fields.expires
        is_over = expires is not None and is_expired(expires.isoformat(), self._now)
        return permits(self.viewer, one.audience) and not is_over
