"""Signs of large batches that are under way, so that one that was cut off is noticed.

An import is many changes, each whole by itself. A process that dies in the middle leaves
some of them, and nothing wrong with any; only its sign says that there were to be more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import orjson

from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.ownership import make_file, make_folders

__all__ = ["BatchSigns", "UnfinishedBatch"]

_PREFIX: Final = "unfinished-"


@dataclass(frozen=True, slots=True)
class UnfinishedBatch:
    """A batch that has begun and not ended: who makes it, out of what, and how many files."""

    batch: str
    source: str
    what: str
    files: int


class BatchSigns:
    """The signs in the folder of a journal. Failures are `StorageError`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @contextmanager
    def shown(self, batch: UnfinishedBatch) -> Iterator[None]:
        """Show a sign meanwhile; it stays only when this process dies.

        A batch that ends well also ends those that were cut off, of the same source and
        out of the same thing: it has made what they lacked.
        """
        sign = self._directory / f"{_PREFIX}{batch.batch}"
        with translated(sign.name):
            make_folders(self._directory)
            make_file(sign)
            sign.write_bytes(orjson.dumps(asdict(batch)))
        try:
            yield
            done = [one for one in self.unfinished() if _is_same(one, batch)]
        except BaseException:
            with contextlib.suppress(OSError):
                sign.unlink()
            raise
        for one in done:
            with contextlib.suppress(OSError):
                (self._directory / f"{_PREFIX}{one.batch}").unlink()

    def unfinished(self) -> tuple[UnfinishedBatch, ...]:
        """Those that have not ended, by their names: cut off, or under way."""
        found = []
        with translated(self._directory.name):
            for sign in self.files():
                with contextlib.suppress(FileNotFoundError, ValueError, TypeError):
                    found.append(UnfinishedBatch(**orjson.loads(sign.read_bytes())))
        return tuple(found)

    def files(self) -> list[Path]:
        """The file of each sign, by name."""
        return sorted(self._directory.glob(f"{_PREFIX}*"))


def _is_same(one: UnfinishedBatch, other: UnfinishedBatch) -> bool:
    return (one.source, one.what) == (other.source, other.what)
