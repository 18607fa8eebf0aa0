"""Which documents have been reported to somebody, and what has become of them since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from familiar_memory.domain.memory.changed import ChangeCursor, Changed
from familiar_memory.index.base import Index

__all__ = ["Picture"]

_Digests = dict[str, str]


class Picture:
    """The documents of some sources by digest, as they were told last, and as they are.

    It follows the writes of the index; everything is compared only where those cannot be
    told any more. Not for several threads at once.
    """

    def __init__(self, index: Index, sources: Iterable[str]) -> None:
        """It begins empty, as if nothing was ever told."""
        self._index = index
        self._told: dict[str, _Digests] = {name: {} for name in sources}
        self._now: dict[str, dict[str, str | None]] = {name: {} for name in self._told}
        """Of what may have changed since it was reported: its digest, None where it is gone."""
        self._cursor: ChangeCursor | None = None

    @property
    def sources(self) -> Collection[str]:
        """The names of the sources."""
        return self._told.keys()

    def begin(self) -> None:
        """Take the index as it stands for what was reported.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        # Before the lists: what is written meanwhile is among them or comes after.
        self._cursor = self._index.change_cursor()
        self._told = {name: self._digests(name) for name in self._told}
        self._now = {name: {} for name in self._told}

    def look(self) -> None:
        """Take in what was written since the last look, by whomever.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        while news := self._index.changes_since(self._cursor):
            if news.is_everything:
                self._compare_everything()
            else:
                self._take_in(news.told)
            self._cursor = news.cursor

    def turn(self, source: str, keys: Iterable[str] | None = None) -> tuple[_Digests, _Digests]:
        """Digests of what has changed, as reported before and as it is; it counts as reported.

        Of these keys of a source, or of all that have changed.
        """
        told, now = self._told[source], self._now[source]
        before: _Digests = {}
        after: _Digests = {}
        for key in list(now) if keys is None else [key for key in keys if key in now]:
            old, new = told.pop(key, None), now.pop(key)
            if old is not None:
                before[key] = old
            if new is not None:
                after[key] = told[key] = new
        return before, after

    def told(self, source: str, key: str) -> str | None:
        """The digest of a document as it was told last; None where it was not there."""
        return self._told[source].get(key)

    def _take_in(self, told: Sequence[Changed]) -> None:
        for change in told:
            if change.source in self._now:
                self._now[change.source][change.key] = change.after

    def _compare_everything(self) -> None:
        for name, told in self._told.items():
            digests = self._digests(name)
            gone = dict.fromkeys(told.keys() - digests.keys())
            other = {key: one for key, one in digests.items() if told.get(key) != one}
            self._now[name] = {**gone, **other}

    def _digests(self, source: str) -> _Digests:
        known = self._index.known(source)
        return {key: document.digest for key, document in known.items()}
