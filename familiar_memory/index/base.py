"""What an index is, whatever keeps its rows: SQLite, a process's memory, a server.

`Index` is what sync writes and recall reads. A back end keeps rows and gives them out; what is
made of them (arrays, scores, who bears a name) is the same over all of them, in
`index.over_rows`. `tests/contracts/test_index_contract.py` says what a back end has to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from familiar_memory.domain.memory.changed import ChangeCursor, News
from familiar_memory.domain.memory.source import KnownDocument, Stamp
from familiar_memory.domain.stop import Stop
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.index.entity_values import EntityNote
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.base import VectorStore
from familiar_memory.index.values import (
    AliasRow,
    Attested,
    ChangeMark,
    EmbeddedDocument,
    FactState,
    FactsWanted,
    FoundPassage,
    IndexDigest,
    IndexStats,
    MayKnow,
    StoredFact,
    StoredPassage,
    TurnName,
)

if TYPE_CHECKING:
    # What keeps rows waits for no arrays.
    from familiar_memory.index.array_types import F32
    from familiar_memory.index.arrays.snapshot import Snapshot
    from familiar_memory.index.rows.trigrams import ByteMatrix

__all__ = ["DocumentRows", "Index", "IndexView", "Marks", "PassageRows"]


class IndexView(Protocol):
    """What a question is put to: the live index, or the one of a moment."""

    def snapshot(self) -> Snapshot:
        """The newest consistent view, for scoring."""

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id; those gone by now are absent."""

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """The turns of these (place slug, ref), and the notes that cite just one of them."""

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite any of these turns, by (place slug, ref)."""

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """Every known name (casefolded) with the slugs of those who bear it.

        With `may_know`, a rule over audience keys, only the names that it lets through.
        The same object as before while the answer is the same: do not change it.
        """

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What to call each person, by slug: the first name of their note that is let through."""

    def standing_for(self, passage: StoredPassage) -> StoredPassage | None:
        """What stood of a passage of today at this view's moment; None where nothing did."""

    @property
    def attested(self) -> Attested | None:
        """Says of a note whether a version of it is known to have stood then; None: it is now."""


class DocumentRows(Protocol):
    """Which documents are indexed, and from which state of theirs."""

    def known(self, source: str) -> dict[str, KnownDocument]:
        """Everything indexed from one source, by key."""

    def known_some(self, source: str, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """What is indexed of these keys of one source."""

    def keys_of(self, source: str, digest: str) -> list[str]:
        """The documents of one source that have this digest, by key."""

    def digests_below(self, source: str, folder: str) -> list[tuple[str, str]]:
        """(key, digest) of every document of one source below a folder, by key."""

    def changed_below(
        self, source: str, folder: str, since: ChangeMark | None
    ) -> tuple[ChangeMark, bool]:
        """How far the changes go, and whether one since then is below a folder (`lore/`).

        True as well where that is not known: at first, or of an index made anew.
        """

    def audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """For whom the live lines of these documents are; one without such lines is absent.

        A line under `## Aliases` is none: names say nothing.
        """

    def last_audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """The same; of one that has become empty or unreadable, for whom its lines were."""

    def prints(self, source: str) -> tuple[tuple[str, ...], ByteMatrix]:
        """Keys of the documents of one source, and which trigrams their bytes hold, a row each."""

    def problems(self) -> list[tuple[str, str, str]]:
        """What a person should mend: (source, key, problem), sorted."""

    def textless(self, source: str) -> tuple[str, ...]:
        """Keys of the documents of one source that hold nothing but problems, sorted.

        What could not be read is one; so is a note without a line whose properties are damaged.
        """

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that were left without vectors of the process's space."""


class ChangeRows(Protocol):
    """What became of documents, write by write, whichever process wrote."""

    def change_cursor(self) -> ChangeCursor:
        """Where the index stands: what `changes_since` returns comes after it."""

    def changes_since(self, cursor: ChangeCursor | None, most: int = 1_000) -> News:
        """What was written after a cursor: the oldest of it, at most so much.

        Without a cursor, and behind one of an index that was made anew, anything may have changed.
        """


class PassageRows(Protocol):
    """Passages and facts by what they are, not by how well they answer."""

    def facts(
        self, subjects: Iterable[str] = (), targets: Iterable[str] = ()
    ) -> tuple[StoredFact, ...]:
        """Facts about these subjects, and facts whose object links to these notes; none retired.

        In the order of paths and lines.
        """

    def stated_facts(self, wanted: FactsWanted) -> tuple[StoredFact, ...]:
        """The facts that are wanted, those of struck lines too where that is said.

        In the order of paths and lines.
        """

    def entity_notes(self, source: str, keys: Sequence[str] | None = None) -> list[EntityNote]:
        """What the notes of these keys, or all, say of entities; by key.

        Struck lines too; a note that is of nobody and names nobody is absent. Targets are as
        they are written.
        """

    def named_objects(self) -> Mapping[str, tuple[str, ...]]:
        """What objects of facts are called, by each word of it (`names.object_name`).

        The same object as before while nothing has been written: do not change it.
        """

    def passages_in(self, source: str, key: str) -> list[FoundPassage]:
        """The passages of one document, in order."""

    def passages_holding(self, text: str, limit: int) -> list[FoundPassage]:
        """Passages that hold a text, whatever its case and spacing; reads all of them."""

    def alias_rows(self) -> tuple[AliasRow, ...]:
        """Every statement of a name, sorted; the same object while no name has changed."""


class Marks(Protocol):
    """Short notes of what sync has found to be in order; they go with the index."""

    def mark(self, name: str) -> str | None:
        """What sync has noted under a name (see `rows.marks`)."""

    def set_mark(self, name: str, value: str, *, if_at: int | None = None) -> None:
        """Note something under a name.

        With `if_at` only while `sequence` is still that: what was found before another
        process wrote is found no more.
        """


class Index(IndexView, DocumentRows, ChangeRows, PassageRows, Marks, Protocol):
    """A disposable index: made of sources, and the same whenever it is made anew; thread-safe.

    Methods raise `IndexUnavailableError` when it cannot be read or written.
    """

    @property
    def identity(self) -> IndexIdentity:
        """What it is built with."""

    @property
    def spaces(self) -> VectorStore:
        """Its vectors, as this process sees them."""

    @property
    def damage(self) -> str | None:
        """What only `reset` mends; None while nothing is known to be wrong."""

    def sequence(self) -> int:
        """The number of the newest change; it grows with every write, in any process."""

    def write(
        self,
        source: str,
        *,
        replaced: Iterable[EmbeddedDocument] = (),
        vectors: dict[bytes, F32] | None = None,
        touched: Iterable[tuple[Stamp, int]] = (),
        removed: Iterable[str] = (),
        lacks_vectors: bool = False,
        embedder: EmbedderId | None = None,
    ) -> tuple[str, ...]:
        """Apply one batch: all of it is seen, or nothing.

        A passage that says what one of its document said before keeps its number, wherever it
        stands now; no number is used for another.

        Returns the keys of pieces (`ParsedDocument.follows`) that were left out, since what
        they follow is not what stands here any more; those documents are to be read whole.

        Windows and vectors belong to the space of `embedder`, by default the index's own.
        `lacks_vectors` = the model failed; `unembedded` will tell what to embed later.
        """

    def another(self, identity: IndexIdentity) -> Index:
        """An empty one of the same kind, which is gone when it is closed.

        Raises:
            IndexUnavailableError: what it needs on a disk cannot be made.
        """

    def files(self) -> tuple[Path, ...]:
        """Every file that it is kept in; none where it is in memory alone."""

    def start_ids_at(self, first: int) -> None:
        """Number what comes from here on, so that it can stand beside what another index holds."""

    def joined_to(self, base: Snapshot, gone: Callable[[str, str], bool]) -> Snapshot:
        """Another index's snapshot without what is `gone(source, key)`, with all that is here.

        Vectors come along only where both are of one space.
        """

    def stoppable(self, stop: Stop) -> AbstractContextManager[None]:
        """Let `stop` end what this thread reads from the index meanwhile (`StoppedError`)."""

    def stats(self) -> IndexStats:
        """Count what is in the index."""

    def check(self) -> None:
        """Read every row, and note as `damage` what is not as it was written.

        Raises:
            IndexUnavailableError: there is some, or it cannot be read.
        """

    def digest(self, space: str = "") -> IndexDigest:
        """Digest every table, for comparing with another of its kind; with vectors of a space.

        Equal digests mean that both answer alike, however each came to be.
        """

    def tidy(self, *, after_changes: int = 1) -> None:
        """Drop what nothing uses, once so many documents have changed since the last time."""

    def reset(self, reason: str) -> None:
        """Begin anew with nothing in it."""

    def close(self) -> None:
        """Let go of it; doing it again does nothing."""
