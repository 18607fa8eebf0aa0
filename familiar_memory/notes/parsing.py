"""From the text of a note to a document, by the rules of a familiar."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from familiar_memory.domain.memory.document import (
    Alias,
    ParsedDocument,
    Passage,
)
from familiar_memory.domain.tree import (
    holds_entries,
    is_entity_note,
    trust_of,
)
from familiar_memory.knowledge.audience import EVERYONE, covers
from familiar_memory.knowledge.entities.kinds import read_kind
from familiar_memory.lore.book.notes.note_text import NO_ENTRY, outline_of
from familiar_memory.markdown.audience.late_limits import may_be_limited_from_behind
from familiar_memory.markdown.audience.lines import NoteAudiences, speaks_of_audience
from familiar_memory.markdown.audience.permitted_text import limited_text
from familiar_memory.markdown.heading import heading_audience
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.called import aliases_of, context_of, given_title, topic_names
from familiar_memory.notes.chunk import cut_chunks
from familiar_memory.notes.gathering import Gathering
from familiar_memory.notes.parsing_rules import ParsingRules
from familiar_memory.notes.went_into import with_merges

__all__ = ["parse_beginning", "parse_document", "with_names"]


def parse_document(rules: ParsingRules, path: str, text: str, digest: str) -> ParsedDocument:
    """See `NoteParser.read`."""
    note = parse_note(text, rules.vocabulary, path)
    entry = outline_of(text, note.frontmatter) if holds_entries(path) else NO_ENTRY
    gathering = Gathering(path, note, NoteAudiences(path, note, rules.default_audience))
    for section in note.sections:
        gathering.enter(section)
        for block in section.blocks:
            if entry.is_content(block.char_end):
                gathering.add(section, block)
    if not entry.enabled:
        gathering.silence()
    keys = _keys_for_all(rules, path, note, entry.keys)
    document = ParsedDocument(
        key=path,
        digest=digest,
        title=note.title,
        context=context_of(path, note, keys),
        trust=trust_of(path),
        passages=with_merges(gathering.passages),
        facts=tuple(gathering.facts),
        links=tuple(gathering.links),
        relations=tuple(gathering.relations),
        entity_kind=_kind_of(path, note),
        entity_names=topic_names(path, note),
        aliases=aliases_of(path, note, gathering),
        audience=gathering.audiences.of_note,
        withheld=tuple(gathering.withheld),
        problems=tuple(gathering.problems),
    )
    return with_names(rules, document)


def _kind_of(path: str, note: Note) -> str | None:
    kind = read_kind(note.frontmatter.type) if is_entity_note(path) else None
    return None if kind is None else kind.value


def _keys_for_all(
    rules: ParsingRules, path: str, note: Note, keys: tuple[str, ...]
) -> tuple[str, ...]:
    """The keys of an entry that all know who may know its lines: one may bear a tail."""
    if keys and speaks_of_audience(note.text):
        limited = limited_text(path, note.text, rules.default_audience)
        text = limited.permitted(lambda audience: audience in (EVERYONE, limited.audience))
        keys = outline_of(text, note.frontmatter).keys
    return tuple(key for key in keys if heading_audience(key) is None)


def with_names(rules: ParsingRules, document: ParsedDocument) -> ParsedDocument:
    """See `NoteParser.with_names`."""
    known = _known(rules, document.passages, document.aliases)
    title = given_title(document.key, document.title)
    called = Alias(title.strip(), PurePosixPath(document.key).stem, document.audience)
    if not document.title and called not in document.aliases:
        # The name of its file is not for all who may know the note.
        title = ""

    def title_for(audience: str) -> str:
        return title or next(iter(known.get(audience, ())), "")

    return replace(
        document,
        names={audience: " ".join(names) for audience, names in known.items() if names},
        chunks=cut_chunks(title_for, document.passages, rules.count_tokens),
    )


def _known(
    rules: ParsingRules, passages: tuple[Passage, ...], aliases: tuple[Alias, ...]
) -> dict[str, tuple[str, ...]]:
    """For each audience of a passage, the names that all of it know."""
    return {
        audience: tuple(
            dict.fromkeys(
                alias.name for alias in aliases if covers(alias.audience, audience, rules.policy)
            )
        )
        for audience in dict.fromkeys(passage.audience for passage in passages)
    }


def parse_beginning(
    rules: ParsingRules, path: str, text: str, most_chars: int
) -> ParsedDocument | None:
    """See `NoteParser.read_beginning`."""
    if len(text) <= most_chars:
        return parse_document(rules, path, text, "")
    cut = text[: max(text.rfind("\n", 0, most_chars), text.rfind("\r", 0, most_chars)) + 1]
    note = parse_note(cut, rules.vocabulary, path)
    if not note.blocks:
        return None
    end = note.blocks[-1].char_start
    has_title = any(one.level == 1 and one.char_start < end for one in note.sections)
    if may_be_limited_from_behind(text, end, has_title=has_title):
        return None
    return replace(parse_document(rules, path, text[:end], ""), links=(), chunks=())
