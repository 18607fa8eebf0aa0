"""A note as the index wants it: passages with audiences, facts, links, names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from pathlib import PurePosixPath

from familiar_memory.domain.memory.document import (
    Alias,
    FactRow,
    LinkRow,
    ParsedDocument,
    Passage,
    PassageKind,
)
from familiar_memory.domain.memory.record import Moment, Record, RecordState
from familiar_memory.domain.text.slugs import is_bare_slug, without_digests
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import (
    PEOPLE,
    has_records,
    holds_entries,
    is_below,
    subject_of,
    trust_of,
)
from familiar_memory.knowledge.audience import EVERYONE, OWNER, AudiencePolicy, covers, narrowest
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.lore.book.notes.note_text import NO_ENTRY, outline_of
from familiar_memory.markdown.aliases import clean_alias
from familiar_memory.markdown.audience.late_limits import may_be_limited_from_behind
from familiar_memory.markdown.audience.lines import NoteAudiences, speaks_of_audience
from familiar_memory.markdown.audience.permitted_text import limited_text
from familiar_memory.markdown.heading import heading_audience
from familiar_memory.markdown.html_words import words_of
from familiar_memory.markdown.links import Link, links_in, resolve_link
from familiar_memory.markdown.tree import Block, Note, Section, parse_note
from familiar_memory.sync.notes.chunk import cut_chunks

__all__ = ["NoteParser"]


@dataclass(frozen=True, slots=True)
class NoteParser:
    """Turns the text of a note into a document; pure.

    `policy` says how far a name carries: a passage is found by the names that everybody
    knows who may know the passage.
    """

    default_audience: str = EVERYONE
    vocabulary: Vocabulary = SHIPPED
    count_tokens: Callable[[str], int] = estimate_tokens
    policy: AudiencePolicy = AudiencePolicy.GUILD

    def read(self, path: str, text: str, digest: str) -> ParsedDocument:
        """Parse one note; damaged lines are left out and named in `problems`."""
        note = parse_note(text, self.vocabulary)
        entry = outline_of(text, note.frontmatter) if holds_entries(path) else NO_ENTRY
        gathering = _Gathering(path, note, NoteAudiences(path, note, self.default_audience))
        for section in note.sections:
            gathering.enter(section)
            for block in section.blocks:
                if entry.is_content(block.char_end):
                    gathering.add(section, block)
        if not entry.enabled:
            gathering.silence()
        keys = self._keys_for_all(path, note, entry.keys)
        document = ParsedDocument(
            key=path,
            digest=digest,
            title=note.title,
            context=_context(path, note, keys),
            trust=trust_of(path),
            passages=tuple(gathering.passages),
            facts=tuple(gathering.facts),
            links=tuple(gathering.links),
            aliases=_aliases(path, note, gathering),
            audience=gathering.audiences.of_note,
            withheld=tuple(gathering.withheld),
            problems=tuple(gathering.problems),
        )
        return self.with_names(document)

    def _keys_for_all(self, path: str, note: Note, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The keys of an entry that all know who may know its lines: one may bear a tail."""
        if keys and speaks_of_audience(note.text):
            limited = limited_text(path, note.text, self.default_audience)
            text = limited.permitted(lambda audience: audience in (EVERYONE, limited.audience))
            keys = outline_of(text, note.frontmatter).keys
        return tuple(key for key in keys if heading_audience(key) is None)

    def with_names(self, document: ParsedDocument) -> ParsedDocument:
        """A document whose passages are found, and whose chunks are headed, by what it is called.

        Both follow from its title, its aliases and its passages.
        """
        known = self._known(document.passages, document.aliases)
        title = _given_title(document.key, document.title)

        def title_for(audience: str) -> str:
            return title or next(iter(known.get(audience, ())), "")

        return replace(
            document,
            names={audience: " ".join(names) for audience, names in known.items() if names},
            chunks=cut_chunks(title_for, document.passages, self.count_tokens),
        )

    def _known(
        self, passages: tuple[Passage, ...], aliases: tuple[Alias, ...]
    ) -> dict[str, tuple[str, ...]]:
        """For each audience of a passage, the names that all of it know."""
        return {
            audience: tuple(
                dict.fromkeys(
                    alias.name for alias in aliases if covers(alias.audience, audience, self.policy)
                )
            )
            for audience in dict.fromkeys(passage.audience for passage in passages)
        }

    def read_beginning(self, path: str, text: str, most_chars: int) -> ParsedDocument | None:
        """What a note says up to a point, as the whole says it; without chunks and digest.

        The last line that is read, and what it belongs to, may go on behind the point,
        and end with for whom it is: it is left out. None where nothing can be told, or where
        something behind the point may limit the whole note: what looks so in the raw text is
        enough, since a line of code that speaks of visibility can only be recognised by parsing.
        """
        if len(text) <= most_chars:
            return self.read(path, text, "")
        cut = text[: max(text.rfind("\n", 0, most_chars), text.rfind("\r", 0, most_chars)) + 1]
        note = parse_note(cut, self.vocabulary)
        if not note.blocks:
            return None
        end = note.blocks[-1].char_start
        has_title = any(one.level == 1 and one.char_start < end for one in note.sections)
        if may_be_limited_from_behind(text, end, has_title=has_title):
            return None
        return replace(self.read(path, text[:end], ""), links=(), chunks=())


@dataclass(slots=True)
class _Gathering:
    """Collects what the blocks of one note say."""

    path: str
    note: Note
    audiences: NoteAudiences
    passages: list[Passage] = field(default_factory=list)
    facts: list[FactRow] = field(default_factory=list)
    links: list[LinkRow] = field(default_factory=list)
    withheld: list[tuple[int, int, str]] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)
    """(name under `## Aliases`, audience)"""
    heard: list[tuple[str, str]] = field(default_factory=list)
    """Those of them that say where they were heard, as writers note them."""
    problems: list[str] = field(init=False)

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
        alias = said.bullet if block.record is None else None
        if alias is not None:
            is_heard = alias.fields.place is not None
            names = self.heard if is_heard else self.names
            names.append((clean_alias(block.text), audience))
            if is_heard:
                # A name that a writer heard is by what other lines are found, and no memory.
                return
        bullet = record or alias
        text = bullet.text if bullet is not None else block.text
        if not text.strip():
            return
        heading = self._heading(section, block, audience)
        passage = _passage(block, record, text, audience, heading)
        if alias is not None:
            is_live = alias.state is RecordState.LIVE
            passage = replace(passage, is_name=True, retired=not is_live)
        self.passages.append(passage)
        self.links.extend(
            LinkRow(target, link.line, audience, len(self.passages) - 1)
            for link in _links(block)
            if (target := resolve_link(link, self.path)) is not None
        )
        self._add_fact(record)

    def _withhold(self, line: int, line_end: int, audience: str | None) -> None:
        if audience is not None:
            self.withheld.append((line, line_end, audience))

    def silence(self) -> None:
        """Make all that was gathered such that nobody recalls it: the entry is off."""
        self.passages = [replace(passage, retired=True) for passage in self.passages]
        self.facts.clear()
        self.links.clear()

    def _heading(self, section: Section, block: Block, audience: str) -> str:
        """What stands above a passage, unless it was said in a place that the passage left."""
        place = self.audiences.place_of(section)
        if place is not None and audience not in (place, OWNER):
            return ""
        heading = section.heading if section.level == 2 else ""
        return " > ".join(filter(None, (heading, *block.heading_path)))

    def _add_fact(self, record: Record | None) -> None:
        if record is None or record.predicate is None or record.object is None:
            return
        subject = record.fields.subject or subject_of(self.path)
        if subject is None:
            return
        target = next((resolve_link(link, self.path) for link in links_in(record.object)), None)
        self.facts.append(
            FactRow(
                len(self.passages) - 1,
                subject,
                record.predicate,
                record.object,
                target,
                record.fields.category,
                record.fields.quote,
            )
        )


def _links(block: Block) -> tuple[Link, ...]:
    return () if block.kind == "code" else links_in(block.text, block.line)


def _passage(
    block: Block, record: Record | None, text: str, audience: str, heading: str
) -> Passage:
    where = (block.line, block.char_start, block.char_end, heading)
    if record is None:
        return Passage(PassageKind.PARAGRAPH, text, audience, *where)
    fields = record.fields
    return Passage(
        PassageKind.RECORD,
        text,
        audience,
        *where,
        refs=fields.refs,
        place=fields.place,
        author=fields.by,
        learned=_instant(fields.learned),
        valid_since=fields.since,
        valid_until=fields.until,
        expires=_instant(fields.expires),
        retired=record.state is not RecordState.LIVE,
        record_id=record.id,
        record_type=fields.type or _type_of_fact(record),
        topic=fields.topic,
        importance=fields.importance,
        tags=fields.tags,
    )


def _type_of_fact(record: Record) -> str | None:
    return "semantic" if record.predicate is not None else None


def _instant(moment: Moment | None) -> datetime | None:
    if moment is None or isinstance(moment, datetime):
        return moment
    return _midnight(moment)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


def _aliases(path: str, note: Note, gathering: _Gathering) -> tuple[Alias, ...]:
    """The names by which a person's note can be found: title, frontmatter, `## Aliases`.

    Each is for those who may know it: a name that only some may know would tell all the
    others who somebody is. A title that is but the readable part of the file's name is none.
    Of the names that were heard the newest comes first: people give up names.
    """
    folder, _, file = path.rpartition("/")
    if folder != PEOPLE:
        return ()
    stem = PurePosixPath(file).stem
    audience = gathering.audiences.of_note
    everywhere = [(_given_title(path, note.title), audience)]
    everywhere += [_stated_name(name, audience) for name in note.frontmatter.aliases]
    stated = [*everywhere, *reversed(gathering.heard), *gathering.names]
    found = ((name.strip(), audience) for name, audience in stated)
    return tuple(Alias(name, stem, known) for name, known in dict.fromkeys(found) if name)


def _stated_name(written: str, audience: str) -> tuple[str, str]:
    """A name of the frontmatter, and for whom: it may bear a tail, as a heading may."""
    said = heading_audience(written)
    return (
        (written, audience) if said is None else (clean_alias(written), narrowest((audience, said)))
    )


def _given_title(path: str, title: str) -> str:
    """The title that a person gave; of a person's note, "" where it only repeats an id.

    A person's note without a title is called after its file, unless that is an id.
    """
    folder, _, file = path.rpartition("/")
    if folder != PEOPLE:
        return title
    slug = PurePosixPath(file).stem
    called = title or without_digests(slug)
    return "" if is_bare_slug(called, slug) else called


def _context(path: str, note: Note, keys: tuple[str, ...]) -> str:
    """Words of title and file name; a person's file name is only an id.

    The keys of lore call it by other words than its own; patterns are no words.
    """
    title = _given_title(path, note.title)
    if is_below(path, PEOPLE):
        return title
    words = (key for key in keys if not key.startswith("/"))
    # A name with a tail is not for everybody who may know a line.
    names = (name for name in note.frontmatter.aliases if heading_audience(name) is None)
    stem = PurePosixPath(path).stem
    return " ".join(dict.fromkeys((title, *names, *words, stem)))
