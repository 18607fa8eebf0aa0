"""The versions of `review.md`, newest first, and who made each: only people decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.operations.review.page import Mark, ReviewLine, review_lines
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import BASELINE_SOURCE, HUMAN_SOURCE, ChangeState
from familiar_memory.store.names import REVIEW_PATH
from familiar_memory.store.revision import revision_of

__all__ = ["REVIEW_SOURCE", "ReviewVersion", "Versions", "is_by_people", "read_versions"]

_MOST = 200
"""Changes of the list that are looked back at; what was decided is settled long before."""
_PEOPLE = frozenset({HUMAN_SOURCE, BASELINE_SOURCE})
REVIEW_SOURCE = "review"
"""Of changes that settle the list: what they take out is decided."""


@dataclass(frozen=True, slots=True)
class ReviewVersion:
    """The list as it was after a change, and the `source` of that change."""

    text: str
    source: str
    lines: tuple[ReviewLine, ...]

    def has(self, name: str, mark: Mark) -> bool:
        """Whether the proposal of that id is marked so, here or there."""
        return any(one.id == name and one.mark is mark for one in self.lines)

    def line(self, name: str) -> ReviewLine | None:
        """The proposal of that id, the first of several."""
        return next((one for one in self.lines if one.id == name), None)


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions, newest first: the first is the list as it stands."""

    all: tuple[ReviewVersion, ...]

    @property
    def now(self) -> ReviewVersion:
        """The list as it stands."""
        return self.all[0]

    def is_marked_by_people(self, name: str, mark: Mark) -> bool:
        """Whether the mark that a proposal has now is by a person's hand.

        What the oldest version that is known has already is by whoever made that.
        """
        maker = ""
        for version in self.all:
            if not version.has(name, mark):
                break
            maker = version.source
        return is_by_people(maker)

    def last_with(self, name: str) -> tuple[ReviewLine, ReviewVersion, str] | None:
        """A proposal that is gone as it stood last, where, and the source of its going."""
        remover = self.now.source
        for version in self.all:
            if (line := version.line(name)) is not None:
                return line, version, remover
            remover = version.source
        return None

    def known(self) -> Sequence[str]:
        """The ids of all proposals that any version holds, in the order of the newest."""
        return list(dict.fromkeys(one.id for version in self.all for one in version.lines))


def is_by_people(source: str) -> bool:
    """Whether a change of that source was made by a person, in an editor or otherwise."""
    return source in _PEOPLE


def read_versions(store: NoteReader, journal: JournalReader, vocabulary: Vocabulary) -> Versions:
    """The list as it stands, and before.

    A version that the journal does not have (people saved it) is by a person.

    Raises:
        StoreError: the list cannot be read. That is no empty one.
    """
    try:
        data: bytes | None = store.read_bytes(REVIEW_PATH)
        text = store.read_file(REVIEW_PATH)
    except NotFoundError:
        data, text = None, ""
    revision = None if data is None else revision_of(data)
    made = list(islice(_journalled(journal), _MOST))
    versions = [] if made and made[0][0] == revision else [(text, HUMAN_SOURCE)]
    for after, source in made:
        older = _text(journal, after)
        if older is None:
            break
        versions.append((older, source))
    if made and made[0][0] == revision and not versions:
        versions = [(text, made[0][1])]
    return Versions(
        tuple(ReviewVersion(one, by, review_lines(one, vocabulary)) for one, by in versions)
    )


def _journalled(journal: JournalReader) -> Iterator[tuple[str | None, str]]:
    """The revision after each change that was made, and its source, newest first."""
    try:
        for entry in journal.entries(REVIEW_PATH, newest_first=True):
            if entry.state is ChangeState.DONE and entry.path == REVIEW_PATH:
                gone = entry.moved_to is not None
                yield None if gone else entry.after, entry.source
    except StoreError:
        return


def _text(journal: JournalReader, revision: str | None) -> str | None:
    if revision is None:
        return ""
    try:
        data = journal.kept(revision)
        return None if data is None else data.decode()
    except (StoreError, UnicodeDecodeError):
        return None
