"""What must not remain anywhere, and what every store of a familiar's bytes does about it.

To forget is to erase in every store, and then to prove it: `residue` of each store, and a
search through every byte of the familiar's folder, must find nothing. What is to go is
said by name (turns, people, places, notes), by content (exact texts), and by what else tells
that a line is of it (`domain.traces`). The names are never the text: an emptied turn keeps its
ref, so that it is never recorded again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from familiar_memory.domain.given import check_type
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.domain.traces import NO_TRACES, Traces
from familiar_memory.errors import InputError

__all__ = [
    "Erasable",
    "Erasure",
    "NothingToErase",
    "Redact",
    "Redaction",
    "holds_any",
    "plain_redaction",
    "redacted",
    "spellings",
]


_NOTE = ".md"


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to go: turns, all that some people said, whole notes, and exact texts.

    `paths` are notes of the tree that go with all their versions, and by name. Of `texts`
    every line goes that holds one of them, letter by letter: in notes and their earlier
    versions, and in turns that are not named here. A person is their platform and id, a
    turn its place's slug and its ref, which may be an integer. `places` (slugs) go with all that
    was said there, and what they were called. `traces` say what else tells that a line is of it.

    Raises:
        InputError: a text is blank, or a lone surrogate stands in it; a ref is no id, or an
            author none.
    """

    turns: frozenset[TurnName] = frozenset()
    authors: frozenset[Author] = frozenset()
    paths: frozenset[str] = frozenset()
    texts: tuple[str, ...] = field(default=(), repr=False)
    places: frozenset[str] = frozenset()
    traces: Traces = field(default=NO_TRACES, repr=False)

    def __post_init__(self) -> None:
        turns = frozenset((place, as_id(ref, "a ref to erase")) for place, ref in self.turns)
        object.__setattr__(self, "turns", turns)
        for author in self.authors:
            check_type(author, Author, "an author to erase", 'an Author("discord", "42")')
        for text in self.texts:
            if not text.strip():
                raise InputError(
                    "a text to erase is blank: every line holds it", "a text with words in it"
                )
            try:
                text.encode()
            except UnicodeEncodeError:
                raise InputError(
                    "a text to erase holds a lone surrogate", "valid Unicode text"
                ) from None

    def joined_to(self, other: Erasure) -> Erasure:
        """What either of the two names, each thing once."""
        return Erasure(
            self.turns | other.turns,
            self.authors | other.authors,
            self.paths | other.paths,
            tuple(dict.fromkeys((*self.texts, *other.texts))),
            self.places | other.places,
            self.traces.joined_to(other.traces),
        )


Redaction: TypeAlias = Callable[[str, bytes], "bytes | None"]
"""The bytes of a file at a path without what goes: the same where nothing does, None where the
file goes. Done twice it is what it is done once."""
Redact: TypeAlias = Callable[[Erasure], Redaction]
"""How files lose what an erasure names."""


class Erasable(Protocol):
    """A store of bytes of one familiar, as far as it can forget."""

    @property
    def name(self) -> str:
        """What it is called in a report, as the file or folder is."""

    def erase(self, what: Erasure) -> int:
        """Take all of it out, for good; how many things were changed or dropped.

        On return the bytes are gone from the disk, also from what a database has freed.
        Where it is cut off, or fails, the same again finishes it; where nothing is left
        to erase it changes nothing that can be seen from outside.
        """

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """What is still there, each place in words that do not repeat it; none after `erase`."""


@dataclass(frozen=True, slots=True)
class NothingToErase:
    """A store that holds nothing of what anybody said, and why not."""

    name: str
    because: str

    def erase(self, what: Erasure) -> int:
        """Nothing."""
        return 0

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Nothing."""
        return ()


def plain_redaction(what: Erasure) -> Redaction:
    """Lines of notes that hold one of the texts go; any other file that does goes as a whole.

    Only a note can lose a line: of a card or a book no part can be taken that leaves it what it is.
    """
    spelled = spellings(what.texts)

    def without(path: str, data: bytes) -> bytes | None:
        if not holds_any(data, spelled):
            return data
        return redacted(data, spelled) if path.endswith(_NOTE) else None

    return without


def spellings(texts: Sequence[str]) -> tuple[bytes, ...]:
    """Every form in which our files hold these texts: as they are, and within JSON."""
    found: dict[bytes, None] = {}
    for text in texts:
        found[text.encode()] = None
        for is_ascii in (False, True):
            found[json.dumps(text, ensure_ascii=is_ascii)[1:-1].encode()] = None
    return tuple(found)


def holds_any(data: bytes, spelled: Sequence[bytes]) -> bool:
    """Whether one of these `spellings` stands in the bytes."""
    return any(one in data for one in spelled)


def redacted(data: bytes, spelled: Sequence[bytes]) -> bytes:
    """The bytes without each line in which one of these `spellings` stands, or a part of it.

    What comes together where lines went is looked at again.
    """
    while spans := sorted(span for one in spelled for span in _lines_holding(data, one)):
        kept, end = [], 0
        for start, stop in spans:
            kept.append(data[end:start])
            end = max(end, stop)
        data = b"".join((*kept, data[end:]))
    return data


def _lines_holding(data: bytes, spelled: bytes) -> Iterator[tuple[int, int]]:
    """Where the lines begin and end over which it stands."""
    at = data.find(spelled)
    while at >= 0:
        newline = data.find(b"\n", at + len(spelled) - 1)
        stop = len(data) if newline < 0 else newline + 1
        yield data.rfind(b"\n", 0, at) + 1, stop
        at = data.find(spelled, stop)
