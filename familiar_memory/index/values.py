"""What is read from an index, and what is written into it, as values; no back end is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import Origin, Stamp
from familiar_memory.domain.talk.turn import TurnName

if TYPE_CHECKING:
    # numpy is for who asks: a sync that finds nothing new does not.
    from familiar_memory.index.array_types import F32

__all__ = [
    "Attested",
    "AliasRow",
    "ChangeMark",
    "EmbeddedDocument",
    "FactState",
    "FactsWanted",
    "FoundPassage",
    "IndexDigest",
    "IndexStats",
    "MayKnow",
    "StoredFact",
    "StoredPassage",
    "TurnName",
]


Attested = Callable[[str], bool]
"""Whether the note of this key is known to have stood as it is at the moment asked about."""

MayKnow = Callable[[str], bool]
"""Whether somebody may know what has this audience."""


@dataclass(frozen=True, slots=True)
class EmbeddedDocument:
    """A parsed document, or a piece, with each chunk's windows, as content hashes of vectors."""

    document: ParsedDocument
    stamp: Stamp
    indexed_ns: int
    windows: tuple[tuple[bytes, ...], ...]


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """One passage as indexed; `source`, `key` and `char_start` order equal scores."""

    id: int
    source: str
    key: str
    title: str
    trust: str
    kind: str
    text: str
    audience: str
    line: int
    char_start: int
    ordinal: int
    heading: str
    refs: tuple[str, ...]
    place: str | None
    author: str | None
    author_name: str | None
    learned: str | None
    role: str | None
    valid_since: str | None
    valid_until: str | None
    origin: Origin = field(compare=False)
    """The state of its document, read in the same statement as its text."""
    is_past: bool = False
    """Of a version that stands no more."""
    record_id: str | None = None
    """That of a `RecordName`, for a record."""
    merged_at: str | None = None
    """From when on another line speaks, into which this one went."""


class FactState(NamedTuple):
    """What has become of a fact: who may know it, and whether and when it ended or was merged.

    `subject` and `predicate` say what it is about: of two facts that have them in common the
    one may have taken the other's place. `passage` is the number of its line in this index.
    """

    source: str
    key: str
    audience: str
    retired: bool
    valid_until: str | None
    learned: str | None
    subject: str = ""
    predicate: str = ""
    passage: int = 0


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage with what takes it out of every answer: a line struck, a day gone by."""

    passage: StoredPassage
    retired: bool
    expires: str | None
    char_end: int = 0


@dataclass(frozen=True, slots=True)
class FactsWanted:
    """Which facts are read: those of any of these, or all of them.

    `subjects` as facts name them, `targets` are keys of notes that objects link to, `objects`
    what objects are called (`names.object_name`). Without `with_retired` only live lines.
    """

    subjects: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    is_everything: bool = False
    with_retired: bool = False


class StoredFact(NamedTuple):
    """`subject predicate object` as one line of a note states it; dates as ISO texts.

    `merged_at` = from when on the line speaks, `into` which this one went.

    `subject` is the stem of a note of people or topics, or what a line's tail names.
    `refs` is the packed list of turns that the line came from (`[]` = a person wrote it).
    `object_target` is the key of the note that the object leads to, `object_link` the path that
    its link says. `place` and `author` are where and by whom it was said, by slug.
    """

    subject: str
    predicate: str
    object: str
    object_target: str | None
    category: str | None
    quote: str | None
    audience: str
    key: str
    title: str
    line: int
    refs: str
    importance: int
    learned: str | None
    valid_since: str | None
    valid_until: str | None
    expires: str | None
    origin: Origin
    """The state of its note, read in the same statement."""
    record_id: str = ""
    retired: bool = False
    place: str | None = None
    author: str | None = None
    seen: int | None = None
    confidence: float | None = None
    source: str | None = None
    temporary: bool = False
    replaces: str | None = None
    into: str | None = None
    object_link: str | None = None
    merged_at: str | None = None


class AliasRow(NamedTuple):
    """One name of one person, as one document states it; `name_key` is its compared form.

    `ordinal` counts the names of a document, as they stand.
    """

    name_key: str
    slug: str
    audience: str
    document: str
    ordinal: int
    name: str


class ChangeMark(NamedTuple):
    """How far the changes of an index have been read: which file it was, and the newest."""

    file: object
    sequence: int


@dataclass(frozen=True, slots=True)
class IndexDigest:
    """Hex digests and row counts by table, and the vectors in use by content hash."""

    tables: dict[str, tuple[str, int]]
    vectors: dict[bytes, F32]


@dataclass(frozen=True, slots=True)
class IndexStats:
    """Sizes: documents and passages by source, and the rows of the other tables."""

    documents: dict[str, int]
    passages: dict[str, int]
    chunks: int
    vectors: int
    facts: int
    links: int
    aliases: int
    size_bytes: int
