"""A note while proposals are merged into it: its text, what is read from it, what waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeAlias

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy, Viewer
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.change.amend import amend_record
from familiar_memory.markdown.change.edit import (
    append_records,
    new_note,
    replace_record,
)
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.rules import Whose, nobodys
from familiar_memory.operations.merging.known import KnownRecord, find_equal, known_records
from familiar_memory.operations.merging.line_writing import LineWriting
from familiar_memory.operations.merging.noted_names import ALIASES, NotedName, noted_names
from familiar_memory.operations.merging.sections import Sections, sections_below
from familiar_memory.operations.policy import Proposer
from familiar_memory.operations.proposal import AddRecord, AddToProperty, SetLead
from familiar_memory.operations.touched import Touch

__all__ = ["Draft", "EntangledError"]

DraftState: TypeAlias = tuple[str, dict[str | None, tuple[str, ...]]]


class EntangledError(Exception):
    """Several lines could not be added at once."""


@dataclass(slots=True)
class Draft:
    """The note as it stands after the operations taken so far.

    Lines that are to be added wait until somebody needs the text: to parse a long note for
    each of them would make a note that grows slower and slower to write. With `one_by_one` each
    is added at once, so that one that cannot be added is known by itself.
    """

    text: str
    vocabulary: Vocabulary
    policy: AudiencePolicy
    lines: LineWriting
    one_by_one: bool = False
    whose: Whose = nobodys
    default_audience: str = EVERYONE
    proposer: Proposer = field(default_factory=Proposer)
    """What they may not see does not exist for what names a record."""
    given: str = field(init=False)
    """The text before any operation."""
    given_headings: Collection[str] = field(init=False)
    called: str = ""
    """The name of the file, where the note is made now."""
    known: list[KnownRecord] = field(init=False, default_factory=list)
    names: set[NotedName] = field(init=False)
    new_names: list[str] = field(init=False, default_factory=list)
    """Those that are no secret of a private place."""
    sections: Sections = field(init=False)
    proposed_rules: Collection[str] = ()
    """The rules of conduct of this batch, as they are compared; others were rewritten since."""
    waiting: dict[str | None, list[str]] = field(init=False, default_factory=dict)
    """Lines to be added, by section."""
    seen: dict[Record, None] | None = field(init=False, default=None)
    """The records that whoever proposes may see, with those that wait; None until it is asked."""
    _changed_line: int = field(init=False, default=0)
    touches: list[tuple[Touch, Record, str | None]] = field(init=False, default_factory=list)
    """What the operation that is being taken has done to which records."""

    def __post_init__(self) -> None:
        self.given = self.text
        self._read()
        self.given_headings = frozenset(self.sections.places)

    @property
    def viewer(self) -> Viewer:
        """Who proposes."""
        return self.proposer.viewer

    def section_of(self, operation: AddRecord | AddToProperty | SetLead) -> str:
        """The heading of the section that is meant."""
        return self.heading_for(operation.section)

    def heading_for(self, section: str) -> str:
        """The heading of a section of this note, by what it is called elsewhere."""
        return self.sections.heading_for(self.lines.path, section)

    def size_of(self, section: str) -> int:
        """How many records a section has, with those that wait."""
        return self.sections.sizes.get(section, 0) + len(self.waiting.get(section, ()))

    def claim(self, proposed: Iterable[tuple[str, Record]]) -> None:
        """Mark the lines that some proposed record equals; the rest may be rewritten ones.

        Records come with the headings of their sections.
        """
        for section, record in proposed:
            completed = self.lines.completed(self.text, section, record)
            if (one := find_equal(self.known, completed)) is not None:
                one.claimed = True

    def begun(self, title: str) -> str:
        """The text, or that with which a new note of this title begins."""
        if self.text.strip():
            return self.text
        return new_note(title) if title else "\n"

    def append(self, title: str, section: str | None, record: Record) -> None:
        """Add a record to a section (None: before the first); it is known from now on.

        Raises:
            EditError, InputError: it cannot be written, or not be added by itself.
        """
        before = self.text = self.begun(title)
        waiting = chain.from_iterable(self.waiting.values())
        self.text, line = self.lines.written(self.text, section or "", record, waiting)
        self.waiting.setdefault(section, []).append(line)
        if self.one_by_one:
            try:
                self.add_waiting()
            except (EditError, InputError):
                self.text = before  # what it would have needed in the properties goes with it
                raise
        if section != ALIASES:
            self.touched(Touch.ADDED, record)
            if self.seen is not None:
                self.seen[record] = None
            self.known.append(KnownRecord(record, 0, normalised(record.text), claimed=True))
        if self.one_by_one:
            self._read()

    def strike(self, record: Record, until: str | None, named: Record | None = None) -> None:
        """Strike a record of the note: it ended on that day, or was wrong (None).

        It gets the block id and the link of `named`. One that is struck already stays as it is.
        """
        if record.state is not RecordState.LIVE:
            return
        state = RecordState.WRONG if until is None else RecordState.ENDED
        linked = named or record
        self.amend(record, replace(linked, state=state, fields=replace(linked.fields, until=until)))
        self.touched(Touch.ENDED)

    def resume(self, record: Record, until: str | None = None) -> None:
        """Make a struck record live again, without the end that it had, or to end on that day."""
        fields = replace(record.fields, until=until)
        self.amend(record, replace(record, state=RecordState.LIVE, fields=fields))
        self.touched(Touch.RESTORED)

    def amend(
        self, old: Record, new: Record, *, line: int | None = None, claims: bool = False
    ) -> None:
        """Change what a record of the note says of itself; its words stay as they are written.

        It is the one at `line`, else the first that is equal. With `claims`, whoever proposed it
        proposed the old one, as with `rewrite`.
        """
        self.settle()
        one = next(k for k in self.known if k.record == old and line in (None, k.line))
        path, words = self.lines.path, self.vocabulary
        self.set_text(amend_record(self.text, one.line, old, new, path=path, vocabulary=words))
        self._changed_line = one.line
        if claims:
            self._claim_changed()

    def touched(self, touch: Touch, record: Record | None = None, id_: str | None = None) -> None:
        """Note what was done to a record: to the one that was changed last, if none is given.

        Its id is found at the end, unless it is said.
        """
        if record is None:
            record = next(k.record for k in self.known if k.line == self._changed_line)
        self.touches.append((touch, record, id_))

    def rewrite(self, old: Record, new: Record) -> None:
        """Write another record in the place of one; whoever proposed it proposed the old one."""
        self.settle()
        one = next(k for k in self.known if k.record == old)
        path, words = self.lines.path, self.vocabulary
        text = replace_record(self.text, one.line, old.text, new, path=path, vocabulary=words)
        self.set_text(text)
        self._changed_line = one.line
        self._claim_changed()

    def settle(self) -> None:
        """Add the lines that wait, and read the text that has them; errors as `add_waiting`."""
        if self.waiting:
            self.add_waiting()
            self._read()

    @property
    def state(self) -> DraftState:
        """What to go back to where an operation is refused half-way."""
        return self.text, {section: tuple(lines) for section, lines in self.waiting.items()}

    def go_back(self, state: DraftState) -> None:
        """Undo what the operation that is being taken has done."""
        self.text, waiting = state
        self.waiting = {section: list(lines) for section, lines in waiting.items()}
        self.add_waiting()
        self._read()
        self.touches.clear()

    def set_text(self, text: str) -> None:
        """Go on from a text in which something else was changed; nothing may wait."""
        self.text = text
        self._read()

    def add_waiting(self) -> None:
        """Add the lines that wait.

        Raises:
            EditError, InputError: a line cannot be added, where each is added by itself.
            EntangledError: the same, where they are added together.
        """
        waiting, self.waiting = self.waiting, {}
        path, words = self.lines.path, self.vocabulary
        for section, lines in waiting.items():
            below = sections_below(section or "")
            try:
                self.text = append_records(
                    self.text, section, lines, below, path=path, vocabulary=words
                )
            except (EditError, InputError) as error:
                if self.one_by_one:
                    raise
                raise EntangledError from error

    def _claim_changed(self) -> None:
        for known in self.known:
            known.claimed = known.claimed or known.line == self._changed_line

    def _read(self) -> None:
        claimed = {(one.record, one.text) for one in self.known if one.claimed}
        note = parse_note(self.text, self.vocabulary, self.lines.path)
        self.seen = None
        self.known = known_records(note)
        self.sections = Sections.of(note)
        for one in self.known:
            one.claimed = (one.record, one.text) in claimed
        self.names = noted_names(note)
