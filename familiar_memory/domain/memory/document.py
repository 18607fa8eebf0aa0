"""A document in pieces: what the index stores of a note or of a stretch of conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from familiar_memory.domain.memory.stamp import Stamp

__all__ = [
    "Alias",
    "Chunk",
    "FactRow",
    "LinkRow",
    "ParsedDocument",
    "Passage",
    "PassageKind",
    "RelationRow",
    "TrustClass",
]


class PassageKind(StrEnum):
    """The smallest unit that can be cited."""

    RECORD = "record"
    PARAGRAPH = "paragraph"
    TURN = "turn"


class TrustClass(StrEnum):
    """What a place in the tree says of the text in it; text can never change its own."""

    AUTHORED = "authored"
    IMPORTED = "imported"
    LEARNED = "learned"
    SAID = "said"


@dataclass(frozen=True, slots=True)
class Passage:
    """One record, paragraph or turn.

    `text` is what a reader sees (no bullet, no tail); `char_start` and `char_end`
    are offsets into the document's decoded text, `line` counts from 1; both are 0
    for turns. `audience` is one key of `knowledge.audience`. `learned` orders and
    dates it. `refs` name the turns it came from. `record_id` is that of a `RecordName`.
    """

    kind: PassageKind
    text: str
    audience: str
    line: int = 0
    char_start: int = 0
    char_end: int = 0
    heading: str = ""
    refs: tuple[str, ...] = ()
    place: str | None = None
    author: str | None = None
    author_name: str | None = None
    learned: datetime | None = None
    valid_since: str | None = None
    valid_until: str | None = None
    expires: datetime | None = None
    retired: bool = False
    record_id: str | None = None
    record_type: str | None = None
    topic: str | None = None
    importance: int = 5
    tags: tuple[str, ...] = ()
    role: str | None = None
    merged_at: datetime | None = None
    """Of a struck record that went into another: from when on that one speaks for it."""
    into: str | None = None
    """The id of the record of its own note into which it went; not kept in the index."""
    about: str = ""
    """Whom or what a record says that it is about, by which it may be found too."""
    is_name: bool = False
    """It is a name under `## Aliases`; not kept in the index."""
    rule_audience: str | None = None
    """For whom a rule of conduct holds that only the owner finds; not kept in the index."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of one audience, sized for embedding.

    `embedding_text` is what the embedder reads (headings first); `first` and `last`
    are the positions in `ParsedDocument.passages` that it covers, inclusive; -1 and
    -1 when it covers none.
    """

    heading_path: str
    char_start: int
    char_end: int
    token_count: int
    embedding_text: str
    audience: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class FactRow:
    """`subject predicate object`, from one record. `passage` is its position.

    What comes after the object's target is what the record's tail says: `seen` counts how often
    it was said, `replaces` is the id of the line it took the place of, `into` that of the line it
    was merged into.
    """

    passage: int
    subject: str
    predicate: str
    object: str
    object_target: str | None = None
    category: str | None = None
    quote: str | None = None
    seen: int | None = None
    confidence: float | None = None
    source: str | None = None
    temporary: bool = False
    replaces: str | None = None
    into: str | None = None


@dataclass(frozen=True, slots=True)
class RelationRow:
    """An edge that one record states with a link, and that is no fact. `passage` is its position.

    `object` is what the link shows, `target` the note that it leads to, `seen` how often it was
    said, as the record's tail has it.
    """

    passage: int
    subject: str
    label: str
    object: str
    target: str
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link from a passage to another note (`target` as resolved in the tree)."""

    target: str
    line: int
    audience: str
    passage: int


@dataclass(frozen=True, slots=True)
class Alias:
    """A name by which a person is known (`slug`, the stem of their note), and to whom."""

    name: str
    slug: str
    audience: str = "everyone"


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """Everything the index needs of one document, free of files and Markdown."""

    key: str
    digest: str
    title: str = ""
    context: str = ""
    """Words of title and path by which every passage of it may be found too."""
    names: Mapping[str, str] = field(default_factory=dict)
    """By audience, the names by which its passages for that audience may be found too."""
    trust: TrustClass = TrustClass.LEARNED
    passages: tuple[Passage, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    facts: tuple[FactRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    relations: tuple[RelationRow, ...] = ()
    aliases: tuple[Alias, ...] = ()
    entity_kind: str | None = None
    """What it is a note of, where its `type:` says so: see `knowledge.entities.kinds`."""
    entity_names: tuple[str, ...] = ()
    """What that is called besides, for all who may know a line of it; people have `aliases`."""
    audience: str = "everyone"
    """For whom a line of it is that says nothing of that."""
    byte_print: bytes = b""
    """Which trigrams its bytes hold (`index.trigrams`); empty: not told."""
    withheld: tuple[tuple[int, int, str], ...] = ()
    """Lines that are no passages and for fewer than the note: (first, last, audience)."""
    problems: tuple[str, ...] = ()
    """What doctor should report: damaged tails, unknown visibility."""
    stamp: Stamp | None = None
    """The very state that it was read in, where its source knows."""
    follows: str = ""
    """The digest of a document to whose end this is added; empty: it is a whole one."""
