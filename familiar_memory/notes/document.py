"""A note as the index wants it: passages with audiences, facts, links, names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from familiar_memory.domain.memory.document import (
    Alias,
    ParsedDocument,
    Passage,
)
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import (
    holds_entries,
    trust_of,
)
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy, covers
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.lore.book.notes.note_text import NO_ENTRY, outline_of
from familiar_memory.markdown.audience.late_limits import may_be_limited_from_behind
from familiar_memory.markdown.audience.lines import NoteAudiences, speaks_of_audience
from familiar_memory.markdown.audience.permitted_text import limited_text
from familiar_memory.markdown.heading import heading_audience
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.called import aliases_of, context_of, given_title
from familiar_memory.notes.chunk import cut_chunks
from familiar_memory.notes.gathering import Gathering

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
        note = parse_note(text, self.vocabulary, path)
        entry = outline_of(text, note.frontmatter) if holds_entries(path) else NO_ENTRY
        gathering = Gathering(path, note, NoteAudiences(path, note, self.default_audience))
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
            context=context_of(path, note, keys),
            trust=trust_of(path),
            passages=tuple(gathering.passages),
            facts=tuple(gathering.facts),
            links=tuple(gathering.links),
            aliases=aliases_of(path, note, gathering),
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
        note = parse_note(cut, self.vocabulary, path)
        if not note.blocks:
            return None
        end = note.blocks[-1].char_start
        has_title = any(one.level == 1 and one.char_start < end for one in note.sections)
        if may_be_limited_from_behind(text, end, has_title=has_title):
            return None
        return replace(self.read(path, text[:end], ""), links=(), chunks=())
