"""Who is never to be kept again: by marks from which nobody can be read back.

A mark is a keyed hash (HMAC-SHA256) of an id; the key is a file of its own beside the history,
outside of the notes, so that notes that are shared or committed tell nobody who was forgotten.
Whoever has both files can find out whether a person whom they know is among them, and no more.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import StorageError
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.store.disk.locks import acquired_lock
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.private_file import write_private

__all__ = ["Tombstone", "Tombstones"]

MARKS: Final = "forgotten.json"
KEY: Final = "forgotten.key"
_LOCK: Final = ".forgotten.lock"
_PATIENCE_S: Final = 60.0
_KEY_BYTES = 32
_SLUG: Final = "\0slug"


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Somebody who is not kept any more: a mark, a mark of their slug, and since when."""

    mark: str
    slug_mark: str
    since: str


class Tombstones:
    """The marks of one familiar, in two files of its folder."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read before somebody is asked for."""
        self._marks_file = folder / MARKS
        self._key_file = folder / KEY
        self._stamp: tuple[int, int, int] | None = None
        self._known: tuple[Tombstone, ...] = ()
        self._key = b""

    def every(self) -> tuple[Tombstone, ...]:
        """All of them, the oldest first.

        Raises:
            StorageError: the files cannot be read, or are damaged.
        """
        self._load()
        return self._known

    def refuses(self, author: Author) -> bool:
        """Whether nothing is to be kept of this person any more. `StorageError` as for `every`."""
        self._load()
        if not self._known:
            return False
        mark = self._mark(author)
        return any(hmac.compare_digest(mark, one.mark) for one in self._known)

    def refuses_slug(self, slug: str) -> bool:
        """The same, of whoever has this slug: of a note that somebody imports."""
        self._load()
        if not self._known:
            return False
        mark = self._hash(f"{slug}{_SLUG}")
        return any(hmac.compare_digest(mark, one.slug_mark) for one in self._known)

    def admitting(
        self,
        turns: Sequence[Turn],
        record_many: Callable[[Sequence[Turn]], Sequence[RecordOutcome]],
    ) -> list[RecordOutcome]:
        """Record the turns of those who may be kept; the others are `REFUSED`, in their order."""
        refused = [self.refuses(turn.author) for turn in turns]
        kept = [turn for turn, is_refused in zip(turns, refused, strict=True) if not is_refused]
        outcomes = iter(record_many(kept) if kept or not turns else ())
        return [RecordOutcome.REFUSED if one else next(outcomes) for one in refused]

    def add(self, people: Iterable[Author], now: datetime) -> int:
        """Mark people; how many were not marked before.

        Raises:
            StorageError: the files cannot be written, or are damaged, or another process has been
                writing them for a minute.
        """
        with self._alone():
            wanted = list(people)
            if wanted:
                self._make_key()
            since = now.date().isoformat()
            known = {one.mark for one in self._known}
            new = {
                mark: Tombstone(mark, self._hash(f"{one.slug}{_SLUG}"), since)
                for one in wanted
                if (mark := self._mark(one)) not in known
            }
            if new:
                self._write((*self._known, *new.values()))
            return len(new)

    def remove(self, author: Author) -> bool:
        """Let a person be kept again; whether they were marked. `StorageError` as for `add`."""
        with self._alone():
            if not self._known:
                return False
            mark = self._mark(author)
            left = tuple(one for one in self._known if one.mark != mark)
            if left != self._known:
                self._write(left)
                return True
            return False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold off who else would change the marks, and read what stands: they write all anew."""
        refusal = StorageError(
            f"another process has been writing {MARKS} for {_PATIENCE_S:g} s",
            "stop it, and try again",
        )
        with translated(_LOCK):
            lock = acquired_lock(self._marks_file.with_name(_LOCK), _PATIENCE_S, refusal)
        try:
            self._stamp = None
            self._load()
            yield
        finally:
            lock.release()

    def _mark(self, author: Author) -> str:
        return self._hash(f"{author.platform}\0{author.user_id}")

    def _hash(self, text: str) -> str:
        data = text.encode("utf-8", "surrogatepass")
        return hmac.new(self._key, data, hashlib.sha256).hexdigest()

    def _load(self) -> None:
        with translated(MARKS):
            try:
                state = self._marks_file.stat()
            except FileNotFoundError:
                # The key too: whoever deletes both begins anew, with another.
                self._stamp, self._known, self._key = None, (), b""
                return
            stamp = (state.st_mtime_ns, state.st_size, state.st_ino)
            if stamp == self._stamp:
                return
            data = self._marks_file.read_bytes()
        self._key = self._read_key()
        self._known = tuple(_read(data))
        self._stamp = stamp

    def _read_key(self) -> bytes:
        with translated(KEY):
            try:
                key = bytes.fromhex(self._key_file.read_text("ascii").strip())
            except FileNotFoundError:
                raise StorageError(
                    f"{KEY} is gone: without it nobody can tell who is not to be kept",
                    f"restore it from a backup, or delete {MARKS}, which lets everybody be kept",
                ) from None
            except ValueError as problem:
                raise StorageError(f"{KEY} is damaged", "restore it from a backup") from problem
        return key

    def _make_key(self) -> None:
        if self._key:
            return
        with translated(KEY):
            if not self._key_file.exists():
                write_private(self._key_file, secrets.token_hex(_KEY_BYTES).encode() + b"\n")
        self._key = self._read_key()

    def _write(self, known: tuple[Tombstone, ...]) -> None:
        rows = [{"mark": k.mark, "slug": k.slug_mark, "since": k.since} for k in known]
        data = json.dumps({"version": 1, "people": rows}, indent=1).encode() + b"\n"
        with translated(MARKS):
            write_private(self._marks_file, data)
        self._known, self._stamp = known, None


def _read(data: bytes) -> Iterator[Tombstone]:
    try:
        for row in json.loads(data)["people"]:
            yield Tombstone(str(row["mark"]), str(row["slug"]), str(row["since"]))
    except (ValueError, KeyError, TypeError) as problem:
        raise StorageError(f"{MARKS} is damaged", "restore it from a backup") from problem
