"""Read documents of a source for the index; one that cannot be read stops no other."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import DocumentSource, KnownDocument, Stamp
from familiar_memory.errors import FamiliarError, NotFoundError, StorageError
from familiar_memory.sync.failure_log import log_failure

__all__ = ["Loaded", "Loader"]

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Loaded:
    """What became of a batch: documents to write, others that only got new signs, failures.

    `added` counts those documents of which the index knew nothing. Nothing became of what somebody
    has taken away since it was looked at.
    """

    documents: list[tuple[Stamp, ParsedDocument]] = field(default_factory=list)
    touched: list[Stamp] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    added: int = 0


class Loader:
    """Loads batches; what it can make no sense of becomes a document without a text."""

    def load(
        self, source: DocumentSource, batch: Sequence[Stamp], known: Mapping[str, KnownDocument]
    ) -> Loaded:
        """Read what is not as it is known; what only grew is read from there on."""
        loaded = Loaded()
        for stamp in batch:
            before = known.get(stamp.key)
            try:
                document = self._read(source, stamp, before)
            except StorageError as problem:
                loaded.failed[stamp.key] = problem.problem
                continue
            except FamiliarError as problem:
                if isinstance(problem, NotFoundError) and _is_gone(source, stamp.key):
                    continue
                loaded.failed[stamp.key] = problem.problem
                loaded.documents.append((stamp, _unreadable(source, stamp, problem)))
            except Exception as problem:  # noqa: BLE001 - one document of many: it must not stop the rest
                log_failure(_log, problem, "cannot index %s", stamp.key)
                loaded.failed[stamp.key] = f"internal error: {type(problem).__name__}"
                continue
            else:
                if document is None:
                    loaded.touched.append(stamp)
                    continue
                loaded.documents.append((document.stamp or stamp, document))
            loaded.added += before is None
        return loaded

    def _read(
        self, source: DocumentSource, stamp: Stamp, before: KnownDocument | None
    ) -> ParsedDocument | None:
        """The document, or what was added to it; None where it says what it said before."""
        if before is None:
            return source.load(stamp.key)
        if (growth := _growth(source, stamp, before)) is not None:
            return growth
        if source.digest(stamp.key) == before.digest:
            return None
        return source.load(stamp.key)


def _is_gone(source: DocumentSource, key: str) -> bool:
    try:
        return source.stamp(key) is None
    except FamiliarError:
        return False


def _growth(source: DocumentSource, stamp: Stamp, known: KnownDocument) -> ParsedDocument | None:
    """What was added to a document, if nothing else can have become of it."""
    return None if stamp == known.stamp else source.growth(stamp.key, known)


def _unreadable(source: DocumentSource, stamp: Stamp, problem: FamiliarError) -> ParsedDocument:
    """An empty document with the reason, so that its old text is not served any more.

    Its digest is that of the bytes that make no sense: to read the same again mends nothing. What
    was not there to be read has none, since it may be there again with the bytes that it had; nor
    has what was changed meanwhile, since nobody knows whether those bytes make sense.
    """
    digest = ""
    if not isinstance(problem, NotFoundError):
        with suppress(FamiliarError):
            read = source.digest(stamp.key)
            digest = read if source.stamp(stamp.key) == stamp else ""
    return ParsedDocument(stamp.key, digest, problems=(problem.problem,))
