"""Which documents an index in memory has, and from which state of theirs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from familiar_memory.domain.memory.source import KnownDocument
from familiar_memory.index.rows.trigrams import PRINT_BYTES, ByteMatrix
from familiar_memory.index.values import (
    ChangeMark,
)
from familiar_memory.testing.memory_index.held import Held

__all__ = ["MemoryDocumentRows"]

_NOBODY: frozenset[str] = frozenset()


class MemoryDocumentRows(Held):
    """The `DocumentRows` of an index in memory."""

    def known(self, source: str) -> dict[str, KnownDocument]:
        """Everything indexed from one source, by key."""
        return {one.key: one.known for one in self._of(source)}

    def known_some(self, source: str, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """What is indexed of these keys of one source."""
        return {one.key: one.known for one in self._of(source) if one.key in set(keys)}

    def keys_of(self, source: str, digest: str) -> list[str]:
        """The documents of one source that have this digest, by key."""
        return [one.key for one in self._of(source) if one.parsed.digest == digest]

    def digests_below(self, source: str, folder: str) -> list[tuple[str, str]]:
        """(key, digest) of every document of one source below a folder, by key."""
        below = (one for one in self._of(source) if one.key.startswith(folder))
        return [(one.key, one.parsed.digest) for one in below]

    def changed_below(
        self, source: str, folder: str, since: ChangeMark | None
    ) -> tuple[ChangeMark, bool]:
        """How far the changes go, and whether one since then is below a folder (`lore/`)."""
        with self._lock:
            mark = ChangeMark(self._file, len(self._changes))
            if since is None or since.file is not self._file:
                return mark, True
            recent = self._changes[since.sequence :]
            return mark, any(s == source and key.startswith(folder) for _, s, key in recent)

    def audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """For whom the live lines of these documents are; one without such lines is absent."""
        found = ((one.key, one.audiences()) for one in self._of(source) if one.key in set(keys))
        return {key: audiences for key, audiences in found if audiences}

    def last_audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """The same; of one that has become empty or unreadable, for whom its lines were."""
        former = {key: self._former.get((source, key), _NOBODY) for key in keys}
        return {key: one for key, one in former.items() if one} | self.audiences_of(source, keys)

    def prints(self, source: str) -> tuple[tuple[str, ...], ByteMatrix]:
        """Keys of the documents of one source, and which trigrams their bytes hold, a row each."""
        found = [one for one in self._of(source) if one.parsed.byte_print]
        data = b"".join(one.parsed.byte_print for one in found)
        rows = np.frombuffer(data, np.uint8).reshape(len(found), PRINT_BYTES)
        return tuple(one.key for one in found), rows

    def problems(self) -> list[tuple[str, str, str]]:
        """What a person should mend: (source, key, problem), sorted."""
        return [(one.source, one.key, text) for one in self._all() for text in one.parsed.problems]

    def textless(self, source: str) -> tuple[str, ...]:
        """Keys of the documents of one source that hold nothing but problems, sorted."""
        found = (one.parsed for one in self._of(source))
        return tuple(sorted(one.key for one in found if one.problems and not one.passages))

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that were left without vectors of the process's space."""
        return self.spaces.unembedded()
