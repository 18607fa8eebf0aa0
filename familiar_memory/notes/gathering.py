"""Gathers what the blocks of one note say: passages, facts, links, names, and for whom."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time

from familiar_memory.domain.memory.document import (
    FactRow,
    LinkRow,
    Passage,
    PassageKind,
    RelationRow,
)
from familiar_memory.domain.memory.record import Moment, Record, RecordState
from familiar_memory.domain.tree import has_records, note_of_self, subject_of
from familiar_memory.knowledge.audience import EVERYONE, OWNER
from familiar_memory.markdown.aliases import clean_alias
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.record_ids import RecordIds
from familiar_memory.markdown.html_words import words_of
from familiar_memory.markdown.links import (
    Link,
    links_in,
    resolve_link,
    shown_links,
    sole_link,
)
from familiar_memory.markdown.place_heading import linked_place
from familiar_memory.markdown.text.tags import tags_in, with_parents
from familiar_memory.markdown.text.task_marks import created_on
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import Block, Note, Section
from familiar_memory.notes.rules import is_archive, is_for_one
from familiar_memory.notes.shown_text import shown_text, words_told

__all__ = ["Gathering"]

_RULES = note_of_self("rules")
_PROCEDURAL = "procedural"


@dataclass(slots=True)
class Gathering:
    """Collects what the blocks of one note say."""

    path: str
    note: Note
    audiences: NoteAudiences
    passages: list[Passage] = field(default_factory=list)
    facts: list[FactRow] = field(default_factory=list)
    relations: list[RelationRow] = field(default_factory=list)
    links: list[LinkRow] = field(default_factory=list)
    withheld: list[tuple[int, int, str]] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)
    """(name under `## Aliases`, audience)"""
    heard: list[tuple[str, str]] = field(default_factory=list)
    """Those of them that say where they were heard, as writers note them."""
    problems: list[str] = field(init=False)
    _ids: RecordIds = field(init=False, default_factory=RecordIds)

    def __post_init__(self) -> None:
        # One list, so that what is wrong is told in the order of the lines.
        self.problems = self.audiences.problems
        problem = self.note.frontmatter.problem
        if problem is not None:
            named = problem if "frontmatter" in problem else f"frontmatter: {problem}"
            self.problems.insert(0, named)

    def enter(self, section: Section) -> None:
        """Take in the heading of a section, which has the audience of what is under it."""
        audience = self.audiences.of_heading(section.line)
        if audience is not None:
            last = section.line + section.source.count("\n")
            self.withheld.append((section.line, last, audience))

    def add(self, section: Section, block: Block) -> None:
        """Take in one block; a damaged record leaves nothing but a problem."""
        if block.kind == "heading":
            self._withhold(block.line, block.line_end, self.audiences.of_heading(block.line))
            return
        whole, block = block, words_of(self.note, block)
        said = self.audiences.read(section, whole)
        audience = said.audience
        if block is not whole and audience != self.audiences.of_note:
            # Its tags and comments are no words, and lore is told with them.
            self._withhold(whole.line, whole.line_end, audience)
        if said.is_damaged:
            self._withhold(block.line, block.line_end, audience)
            return
        record = block.record if has_records(self.path) else None
        record_id = None if record is None else self._ids.id_of(record, audience)
        alias = said.bullet if block.record is None else None
        if alias is not None:
            is_heard = alias.fields.place is not None
            names = self.heard if is_heard else self.names
            names.append((clean_alias(block.text), audience))
            if is_heard:
                # A name that a writer heard is by what other lines are found, and no memory.
                return
        bullet = record or alias
        text = shown_text(self.note, block, bullet)
        if not text.strip():
            return
        heading = self._heading(section, block, audience)
        tags = self._tags(record, text, audience)
        passage = _passage(block, record, record_id, text, audience, heading, tags)
        if record is not None and self.path == _RULES:
            passage = _rule(passage, section, is_for_one=is_for_one(record))
        if alias is not None:
            is_live = alias.state is RecordState.LIVE
            passage = replace(passage, is_name=True, retired=not is_live)
        self.passages.append(passage)
        self.links.extend(
            LinkRow(target, link.line, passage.audience, len(self.passages) - 1)
            for link in _links(block)
            if (target := resolve_link(link, self.path)) is not None
        )
        self._add_fact(record)
        self._add_relation(record)

    def _tags(self, record: Record | None, text: str, audience: str) -> tuple[str, ...]:
        """Those of a passage: of its tail, its words, and of its note where all may know them."""
        tags = (*(record.fields.tags if record is not None else ()), *tags_in(text))
        if self.audiences.of_note in (EVERYONE, audience):
            tags += self.note.frontmatter.tags
        return with_parents(tags)

    def _withhold(self, line: int, line_end: int, audience: str | None) -> None:
        if audience is not None:
            self.withheld.append((line, line_end, audience))

    def silence(self) -> None:
        """Make all that was gathered such that nobody recalls it: the entry is off."""
        self.passages = [replace(passage, retired=True) for passage in self.passages]
        self.facts.clear()
        self.relations.clear()
        self.links.clear()

    def _heading(self, section: Section, block: Block, audience: str) -> str:
        """What stands above a passage, unless it was said in a place that the passage left."""
        place = self.audiences.place_of(section)
        if place is not None and audience not in (place, OWNER):
            return ""
        heading = section.heading if section.level == 2 else ""
        if place is not None and linked_place(section.source) is not None:
            # The words of a link come from elsewhere: its place is what all here know.
            heading = place
        return links_as_labels(" > ".join(filter(None, (heading, *block.heading_path))))

    def _add_fact(self, record: Record | None) -> None:
        if record is None or record.predicate is None or record.object is None:
            return
        subject = self._subject(record)
        if subject is None:
            return
        target = next((resolve_link(link, self.path) for link in links_in(record.object)), None)
        fields = record.fields
        self.facts.append(
            FactRow(
                len(self.passages) - 1,
                subject,
                record.predicate,
                links_as_labels(shown_links(words_told(record, record.object))),
                target,
                category=fields.category,
                quote=fields.quote,
                seen=fields.seen,
                confidence=fields.confidence,
                source=fields.source,
                temporary=fields.temporary,
                replaces=fields.replaces,
                into=fields.into,
            )
        )

    def _add_relation(self, record: Record | None) -> None:
        if record is None or record.relation is None:
            return
        _, _, value = record.text.partition("::")
        link, subject = sole_link(value), self._subject(record)
        target = None if link is None else resolve_link(link, self.path)
        if link is None or target is None or subject is None:
            return
        at, seen = len(self.passages) - 1, record.fields.seen
        self.relations.append(RelationRow(at, subject, record.relation, link.text, target, seen))

    def _subject(self, record: Record) -> str | None:
        return record.fields.subject or subject_of(self.path)


def _links(block: Block) -> tuple[Link, ...]:
    return () if block.kind == "code" else links_in(block.text, block.line)


def _passage(
    block: Block,
    record: Record | None,
    record_id: str | None,
    text: str,
    audience: str,
    heading: str,
    tags: tuple[str, ...],
) -> Passage:
    where = (block.line, block.char_start, block.char_end, heading)
    if record is None:
        return Passage(PassageKind.PARAGRAPH, text, audience, *where, tags=tags)
    fields = record.fields
    return Passage(
        PassageKind.RECORD,
        text,
        audience,
        *where,
        record_id=record_id,
        refs=fields.refs,
        place=fields.place,
        author=fields.by,
        learned=_instant(fields.learned or created_on(block.text)),
        valid_since=fields.since,
        valid_until=fields.until,
        expires=_instant(fields.expires),
        into=fields.into,
        retired=record.state is not RecordState.LIVE,
        record_type=fields.type or _type_of_fact(record),
        topic=fields.topic,
        importance=fields.importance,
        tags=tags,
        # Of a fact it is the one whose fact it is, by a slug that nobody says.
        about="" if record.predicate is not None else fields.subject or "",
    )


def _rule(passage: Passage, section: Section, *, is_for_one: bool) -> Passage:
    """A rule of conduct, which its file says that it is; one in the archive is in force no more."""
    is_gone = passage.retired or (section.level == 2 and is_archive(section.heading))
    # Nobody finds the rules of others. Whom this one is for is given it with each prompt.
    passage = replace(passage, record_type=passage.record_type or _PROCEDURAL, retired=is_gone)
    if not is_for_one:
        return passage
    return replace(passage, audience=OWNER, rule_audience=passage.audience)


def _type_of_fact(record: Record) -> str | None:
    return "semantic" if record.predicate is not None else None


def _instant(moment: Moment | None) -> datetime | None:
    if moment is None or isinstance(moment, datetime):
        return moment
    return _midnight(moment)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)
