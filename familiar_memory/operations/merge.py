"""Merge proposals into the text of one note: pure, idempotent, and surgical.

Nothing that a person wrote is changed. A record that is there already is not added
again; one that was struck stays struck; a line that a person rewrote is not doubled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.audience import EVERYONE, OWNER, AudiencePolicy, covers, reach_of
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.knowledge.standing import SECTIONS
from familiar_memory.knowledge.supersede import (
    day_of,
    is_machine_record,
    is_older,
    is_replaced_by,
)
from familiar_memory.markdown.aliases import alias_record, clean_alias
from familiar_memory.markdown.change.edit import (
    append_records,
    new_note,
    strike_record,
)
from familiar_memory.markdown.change.lead import set_lead
from familiar_memory.markdown.frontmatter.edit import add_items
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.line import fact_text, render_body
from familiar_memory.markdown.text.wiki_text import links_to, wiki_link
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.operations.known import (
    KnownRecord,
    find_edited,
    find_equal,
    known_records,
)
from familiar_memory.operations.line_writing import LineWriting
from familiar_memory.operations.outcome import Outcome, Verdict
from familiar_memory.operations.place_labels import PlaceLabels
from familiar_memory.operations.properties import (
    has_property,
    head_of,
    is_open,
    with_aliases,
    with_properties,
)
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    AddToProperty,
    CorrectRecord,
    EnsureNote,
    Proposal,
    RetireRecord,
    SetLead,
)
from familiar_memory.operations.refresh import RefreshRecords
from familiar_memory.operations.refreshing import refreshed
from familiar_memory.operations.sections import Sections

__all__ = ["merge"]

_ALIASES = "Aliases"
_OWN = "id"
"""The property of a note that was made with properties; others are left as their people like it."""
_IN_ORDER = (_ALIASES, "Facts", *SECTIONS.values(), "Said")
"""Sections that stand in this order, whichever is needed first: that may be for what only
some may know, and the order would show it to the others."""
_MOST_NAMES = 50
"""Of one reach: at a new name a week those of a year. Who changes it daily fills no note."""


def merge(
    text: str,
    operations: Sequence[Proposal],
    vocabulary: Vocabulary = SHIPPED,
    policy: AudiencePolicy = AudiencePolicy.GUILD,
    labels: PlaceLabels | None = None,
) -> tuple[str, tuple[Outcome, ...]]:
    """Apply operations, in order, to one note; a missing note is given as "".

    `policy` says in which places a name is known that stands there for another, and `labels`
    what places are called in its lines (none: by their slugs).
    An operation that the text does not allow is rejected, and the others go on.
    """
    path = operations[0].path if operations else ""
    lines = LineWriting(path, labels)
    try:
        return _merged(_Draft(text, vocabulary, policy, lines), operations)
    except _EntangledError:
        # One line may be what the others cannot be added with: then each is tried alone.
        return _merged(_Draft(text, vocabulary, policy, lines, one_by_one=True), operations)


def _merged(draft: _Draft, operations: Sequence[Proposal]) -> tuple[str, tuple[Outcome, ...]]:
    draft.claim([op for op in operations if isinstance(op, AddRecord)])
    outcomes = []
    for operation in operations:
        try:
            reason = draft.take(operation)
        except (EditError, InputError) as error:
            outcomes.append(Outcome(operation, Verdict.REJECTED, error.problem))
        else:
            verdict = Verdict.APPLIED if reason is None else Verdict.SKIPPED
            outcomes.append(Outcome(operation, verdict, reason or ""))
    draft.finish()
    draft.add_names()
    return draft.text, tuple(outcomes)


class _EntangledError(Exception):
    """Several lines could not be added at once."""


@dataclass(slots=True)
class _Draft:
    """The note as it stands after the operations taken so far.

    Lines that are to be added wait until somebody needs the text: to parse a long note for
    each of them would make a note that grows slower and slower to write.
    """

    text: str
    vocabulary: Vocabulary
    policy: AudiencePolicy
    lines: LineWriting
    one_by_one: bool = False
    known: list[KnownRecord] = field(default_factory=list)
    aliases: list[tuple[str, str]] = field(default_factory=list)
    """The names that stand there, and those that a person struck: compared form, audience."""
    waiting: dict[str, list[str]] = field(default_factory=dict)
    """Lines to be added, by section."""
    sections: Sections = field(default_factory=Sections)
    given: str = field(init=False)
    """The text before any operation, and its headings."""
    headings: Collection[str] = ()
    called: str = ""
    """The name of the file, where the note is made now."""
    names: list[str] = field(default_factory=list)
    """New names that are no secret of a private place."""

    def __post_init__(self) -> None:
        self.given = self.text

    def claim(self, proposed: Sequence[AddRecord]) -> None:
        """Mark the lines that some proposal equals; the rest may be rewritten ones."""
        self._read()
        self.headings = frozenset(self.sections.places)
        for operation in proposed:
            section = self.sections.heading_for(operation.path, operation.section)
            record = self.lines.completed(self.text, section, operation.record)
            if (one := find_equal(self.known, record)) is not None:
                one.claimed = True

    def take(self, operation: Proposal) -> str | None:
        """Apply one operation; say why when there is nothing to do."""
        if isinstance(operation, EnsureNote):
            return self._ensure(operation)
        if isinstance(operation, AddAlias):
            return self._add_alias(operation)
        if isinstance(operation, RetireRecord):
            return self._retire(operation)
        if isinstance(operation, CorrectRecord):
            return self._correct(operation)
        if isinstance(operation, RefreshRecords):
            return self._refresh(operation)
        if isinstance(operation, AddToProperty):
            return self._add_to_property(operation)
        if isinstance(operation, SetLead):
            return self._lead(operation)
        section = self.sections.heading_for(operation.path, operation.section)
        is_full = operation.most is not None and self._size_of(section) >= operation.most
        return self._add(operation.title, section, operation.record, is_full=is_full)

    def _ensure(self, operation: EnsureNote) -> str | None:
        if self.text.strip():
            return "the note is there"
        self.called = operation.name
        self.text = with_properties(self._beginning(operation.title), operation.properties)
        return None

    def _beginning(self, title: str) -> str:
        """The text with what a new note begins with."""
        return new_note(title) if title else "\n"

    def _add_to_property(self, operation: AddToProperty) -> str | None:
        texts = (self.given, head_of(self.text))
        names = [one for one in operation.names if not any(links_to(t, one[0]) for t in texts)]
        if not names:
            return "they are linked already"
        if self.waiting:
            self.finish()
            self._read()
        section = self.sections.heading_for(operation.path, operation.section)
        if section not in self.sections.places:
            return "the note has no such section"
        if self.given.strip() and not has_property(self.given, operation.key):
            return "the note has no such property"
        links = [wiki_link(stem, label) for stem, label in names]
        try:
            self.text = add_items(self.text, operation.key, links)
        except EditError as error:
            return error.problem
        self._read()
        return None

    def _lead(self, operation: SetLead) -> str | None:
        section = self.sections.heading_for(operation.path, operation.section)
        self.finish()
        is_new = section not in self.headings
        try:
            led = set_lead(self.text, section, operation.words, is_new=is_new)
        except EditError as error:
            return error.problem
        if led == self.text:
            return "it says so already"
        self.text = led
        self._read()
        return None

    def _add_alias(self, operation: AddAlias) -> str | None:
        name = " ".join(operation.name.split())
        record = Record(name, RecordFields(place=operation.place))
        key = _alias_key(render_body(record))
        audience = operation.place or EVERYONE
        if any(one == key and self._is_known(known, audience) for one, known in self.aliases):
            return "the name is known"
        if self._names_of(audience) >= _MOST_NAMES:
            return f"{_MOST_NAMES} names of this talk stand there"
        self._append(operation.title, _ALIASES, record)
        self.aliases.append((key, audience))
        if is_open(audience) and normalised(name) != normalised(self.called):
            self.names.append(name)
        return None

    def _names_of(self, audience: str) -> int:
        reach = reach_of(audience, self.policy)
        return sum(reach_of(known, self.policy) == reach for _, known in self.aliases)

    def _is_known(self, known: str, audience: str) -> bool:
        """Whether a name that stands, or was struck, for some needs no line for these.

        What a person has kept to the owner is not told anew.
        """
        return known == OWNER or covers(known, audience, self.policy)

    def _add(
        self, title: str, section: str, record: Record, *, is_full: bool = False
    ) -> str | None:
        record = self.lines.completed(self.text, section, record)
        if (objection := self._objection(record)) is not None:
            return objection
        if is_full:
            return "the section is full"
        old = self._replaced_by(record)
        self._append(title, section, record)
        self._strike(old, _until(record.fields))
        return None

    def _objection(self, record: Record) -> str | None:
        """Why a record cannot be added; None when it can."""
        if (equal := find_equal(self.known, record)) is not None:
            if equal.record.state is RecordState.LIVE:
                return "it is already there"
            if equal.record.state is RecordState.WRONG:
                return "it was struck"
            if not _stated_later(record, equal.record):
                return "it had ended"
        elif (edited := find_edited(self.known, record)) is not None:
            edited.claimed = True
            return "a person has rewritten it"
        if any(is_older(record, one) for one in self._replaced_by(record)):
            return "something newer is there"
        return None

    def _replaced_by(self, record: Record) -> list[Record]:
        return [k.record for k in self.known if is_replaced_by(k.record, record, self.vocabulary)]

    def _retire(self, operation: RetireRecord) -> str | None:
        meant = [
            one
            for one in self._facts_with(operation.object, operation.fields)
            if one.predicate == operation.predicate
        ]
        self._strike(meant, _until(operation.fields) if operation.ended else None)
        return None if meant else "there is no such fact"

    def _correct(self, operation: CorrectRecord) -> str | None:
        meant = self._facts_with(operation.old, operation.fields)
        if len(meant) != 1 or meant[0].predicate is None:
            return "it is not clear which fact is corrected"
        corrected = Record(
            fact_text(meant[0].predicate, operation.new),
            operation.fields,
            predicate=meant[0].predicate,
            object=operation.new,
        )
        if (objection := self._objection(corrected)) is not None:
            # A fact is not struck for a correction that cannot stand.
            return objection
        self._strike(meant, None)
        return self._add(operation.title, operation.section, corrected)

    def _refresh(self, operation: RefreshRecords) -> str | None:
        """Take lines out and put others in, all or none of it."""
        self.finish()
        text = self.text if self.text.strip() else self._beginning(operation.title)
        after = refreshed(text, operation, self.lines, self.vocabulary)
        if after == self.text:
            return "it stands there"
        self.text = after
        self._read()
        return None

    def _facts_with(self, object_: str, fields: RecordFields) -> list[Record]:
        """The live machine facts of this speaker and audience that have this object."""
        wanted = normalised(object_)
        return [
            one.record
            for one in self.known
            if one.record.predicate is not None
            and normalised(one.record.object or "") == wanted
            and _is_of(one.record, fields)
        ]

    def _strike(self, records: Iterable[Record], until: str | None) -> None:
        for record in records:
            if self.waiting:
                self.finish()
                self._read()
            one = next(k for k in self.known if k.record == record)
            path = self.lines.path
            self.text = strike_record(self.text, one.line, record.text, until=until, path=path)
            self._read()

    def _append(self, title: str, section: str, record: Record) -> None:
        if not self.text.strip():
            self.text = self._beginning(title)
        before = self.text
        self.text, line = self.lines.written(self.text, section, record)
        self.waiting.setdefault(section, []).append(line)
        if section != _ALIASES:
            self.known.append(KnownRecord(record, 0, normalised(record.text), claimed=True))
        if self.one_by_one:
            try:
                self.finish()
            except (EditError, InputError):
                self.text = before  # what it would have needed in the properties goes with it
                raise
            self._read()

    def _size_of(self, section: str) -> int:
        """How many records a section has, with those that wait."""
        return self.sections.sizes.get(section, 0) + len(self.waiting.get(section, ()))

    def add_names(self) -> None:
        """Add new names to the property that other programs read; they stand in the text anyway."""
        if self.names and has_property(self.text, _OWN):
            with suppress(EditError):
                self.text = with_aliases(self.text, self.names)

    def finish(self) -> None:
        """Add the lines that wait.

        Raises:
            EditError: a line cannot be added, where each is added by itself.
        """
        waiting, self.waiting = self.waiting, {}
        for section, lines in waiting.items():
            try:
                self.text = append_records(self.text, section, lines, _below(section))
            except (EditError, InputError) as error:
                if self.one_by_one:
                    raise
                raise _EntangledError from error

    def _read(self) -> None:
        claimed = {(one.record, one.text) for one in self.known if one.claimed}
        note = parse_note(self.text, self.vocabulary, self.lines.path)
        self.known = known_records(note)
        self.sections = Sections.of(note)
        for one in self.known:
            one.claimed = (one.record, one.text) in claimed
        self.aliases = _aliases(note)


def _below(section: str) -> tuple[str, ...]:
    at = _IN_ORDER.index(section) if section in _IN_ORDER else len(_IN_ORDER)
    return _IN_ORDER[at + 1 :]


def _aliases(note: Note) -> list[tuple[str, str]]:
    section = note.section(_ALIASES)
    if section is None:
        return []
    legend = legend_of(note.frontmatter.data)
    read = ((block.text, alias_record(section, block, legend)) for block in section.blocks)
    return [
        (_alias_key(text), (record and record.fields.place) or EVERYONE) for text, record in read
    ]


def _alias_key(source: str) -> str:
    return normalised(clean_alias(source.replace("~~", "")))


def _is_of(record: Record, fields: RecordFields) -> bool:
    """Whether it is a live machine line of the same speaker for the same audience."""
    return (
        record.state is RecordState.LIVE
        and is_machine_record(record)
        and (record.fields.by, record.fields.place) == (fields.by, fields.place)
    )


def _stated_later(new: Record, ended: Record) -> bool:
    until, learned = ended.fields.until, day_of(new.fields.learned)
    if until is None or learned is None or set(new.fields.refs) & set(ended.fields.refs):
        return False
    return learned.isoformat()[: len(until)] > until[:10]


def _until(fields: RecordFields) -> str | None:
    day = day_of(fields.learned)
    return None if day is None else day.isoformat()
