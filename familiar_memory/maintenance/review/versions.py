"""The versions of `review.md`, newest first, and who made each: only people decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import regex

from familiar_memory.errors import NotFoundError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.operations.review.page import Mark, ReviewLine, review_lines
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import HUMAN_SOURCE, ChangeState
from familiar_memory.store.names import REVIEW_PATH
from familiar_memory.store.revision import revision_of

__all__ = [
    "Removal",
    "ReviewHistory",
    "ReviewVersion",
    "is_by_people",
    "read_versions",
]

_ID = regex.compile(r"\^(p[0-9a-f]{10})\b")
_MOST = 200
"""Changes of the list that are looked back at; what was decided is settled long before."""


@dataclass(frozen=True, slots=True)
class ReviewVersion:
    """The list as it was after a change, and the `source` of that change."""

    text: str
    source: str
    vocabulary: Vocabulary

    @property
    def lines(self) -> tuple[ReviewLine, ...]:
        """Its proposals; an older version is read when it is needed."""
        return _lines(self.text, self.vocabulary)

    def has(self, name: str, mark: Mark) -> bool:
        """Whether the proposal of that id is marked so, here or there."""
        return any(one.id == name and one.mark is mark for one in self.lines)

    def line(self, name: str) -> ReviewLine | None:
        """The proposal of that id, the first of several."""
        if f"^{name}" not in self.text:
            return None
        return next((one for one in self.lines if one.id == name), None)


class Removal(NamedTuple):
    """A proposal as it stood last, in which version, and the first one without it."""

    line: ReviewLine
    before: ReviewVersion
    after: ReviewVersion


@dataclass(frozen=True, slots=True)
class ReviewHistory:
    """The versions, newest first: the first is the list as it stands.

    `is_whole`: before the last of them there was no list.
    """

    all: tuple[ReviewVersion, ...]
    is_whole: bool

    @property
    def now(self) -> ReviewVersion:
        """The list as it stands."""
        return self.all[0]

    def is_marked_by_people(self, name: str, mark: Mark) -> bool:
        """Whether the mark that a proposal has now is by a person's hand.

        Of what the oldest version that is known has already, nobody can say who made it, unless
        it is the first that there was.
        """
        maker = ""
        for version in self.all:
            if not version.has(name, mark):
                return is_by_people(maker)
            maker = version.source
        return self.is_whole and is_by_people(maker)

    def last_with(self, name: str) -> Removal | None:
        """How a proposal went that is there no more; None where no version has it."""
        after = self.now
        for version in self.all:
            if (line := version.line(name)) is not None:
                return Removal(line, version, after)
            after = version
        return None

    def known(self) -> Sequence[str]:
        """The ids of all proposals that any version may hold, in the order of the newest."""
        texts = (version.text for version in self.all)
        return list(dict.fromkeys(name for text in texts for name in _ID.findall(text)))


def is_by_people(source: str) -> bool:
    """Whether a change of that source was made by a person, in an editor or otherwise."""
    return source == HUMAN_SOURCE


def read_versions(
    store: NoteReader, journal: JournalReader, vocabulary: Vocabulary
) -> ReviewHistory:
    """The list as it stands, and before.

    A version that the journal does not have (people saved it) is by a person.

    Raises:
        StoreError: the list cannot be read, which is no empty one; or its past cannot, and then
            nobody knows who has decided.
    """
    try:
        data: bytes | None = store.read_bytes(REVIEW_PATH)
        text = store.read_file(REVIEW_PATH)
    except NotFoundError:
        data, text = None, ""
    revision = None if data is None else revision_of(data)
    made = list(islice(_journalled(journal), _MOST))
    versions = [] if made and made[0].after == revision else [(text, HUMAN_SOURCE)]
    is_whole = made[-1].is_first if made else journal.has_baseline()
    for after, source, _ in made:
        older = _text(journal, after)
        if older is None:
            is_whole = False
            break
        versions.append((older, source))
    if made and made[0].after == revision and not versions:
        versions = [(text, made[0].source)]
    all_of_them = tuple(ReviewVersion(one, by, vocabulary) for one, by in versions)
    return ReviewHistory(all_of_them, is_whole)


@lru_cache(maxsize=64)  # the list is looked at again and again, and so are its last versions
def _lines(text: str, vocabulary: Vocabulary) -> tuple[ReviewLine, ...]:
    return review_lines(text, vocabulary)


class _Made(NamedTuple):
    """The revision after a change, its source, and whether there was no list before."""

    after: str | None
    source: str
    is_first: bool


def _journalled(journal: JournalReader) -> Iterator[_Made]:
    """Every change that was made, newest first."""
    for entry in journal.entries(REVIEW_PATH, newest_first=True):
        if entry.state is ChangeState.DONE and entry.path == REVIEW_PATH:
            after = None if entry.moved_to is not None else entry.after
            yield _Made(after, entry.source, entry.before is None)


def _text(journal: JournalReader, revision: str | None) -> str | None:
    if revision is None:
        return ""
    data = journal.kept(revision)
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return None
