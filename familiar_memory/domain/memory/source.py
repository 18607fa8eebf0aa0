"""What can be indexed: files of a tree, sessions of a conversation, whatever comes next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.stamp import Stamp

__all__ = ["DocumentSource", "KnownDocument", "Origin", "ScanResult", "Stamp"]


class KnownDocument(NamedTuple):
    """What the index remembers of a document, for comparing with its source."""

    stamp: Stamp
    indexed_ns: int
    digest: str


class Origin(NamedTuple):
    """The very state of a document that a text was read from.

    `known` is None where the text needs that there is no such document (any more).
    """

    source: str
    key: str
    known: KnownDocument | None


@dataclass(frozen=True, slots=True)
class ScanResult:
    """All stamps sorted by key, and what could not be looked at.

    `unreadable` holds keys, or folder prefixes ending in `/`: nothing under them
    may be taken for absent.
    """

    stamps: tuple[Stamp, ...]
    unreadable: dict[str, str] = field(default_factory=dict)


class DocumentSource(Protocol):
    """Where documents come from; sync reads it, the index never does."""

    @property
    def name(self) -> str:
        """`memory` for the Markdown tree, `conversation` for turns."""

    def scan(self) -> ScanResult:
        """List every document cheaply, without reading contents."""

    def stamp(self, key: str) -> Stamp | None:
        """Stamp one document; None when it is known to be gone.

        Raises:
            FamiliarError: it cannot be determined (no permission, disk error).
        """

    def digest(self, key: str) -> str:
        """Hash the content that `load` would read.

        Raises:
            FamiliarError: it can't be read.
        """

    def load(self, key: str) -> ParsedDocument:
        """Read and parse one document.

        Raises:
            FamiliarError: it can't be read or is not text; the others are not affected.
        """

    def growth(self, key: str, known: KnownDocument) -> ParsedDocument | None:
        """What was added at the end of a document since it was known so, and nothing else.

        Such a piece `follows` the digest of what was known. None where something else has
        changed too, or where finding out would cost no less than `load` takes.

        Raises:
            FamiliarError: it can't be read.
        """
