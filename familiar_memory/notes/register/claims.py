"""Who is known by which key, when some notes say whose they are: a pure rule.

A note is known by `people/<id>.md`, or `topics/<id>.md`, wherever it stands; one that says
nothing is known by its path. Of several with one id, the one that stands at that path has it,
else one in that folder before one elsewhere, one with the properties of a writer before one
that only says the id, one that can be read before one that cannot, and then the one with the
shortest path, since a copy is called more than what was copied. The others are known by keys
that no file can have, as notes of nobody known; so is one that says no id, and whose file is
called by a name that was heard.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping

from familiar_memory.domain.tree import (
    CHANNELS,
    DAYS,
    LORE,
    PEOPLE,
    SELF,
    SESSIONS,
    TOPICS,
    below,
    is_below,
)
from familiar_memory.notes.register.head import NoteHead, is_id_for

__all__ = ["Claims", "canonical", "is_at_home", "is_claimant"]


_NO_CLAIMS = tuple(below(folder) for folder in (SESSIONS, CHANNELS, DAYS, LORE, SELF))
"""What stands there is the talk's, or the familiar's, whatever it says of itself."""

_NO_FOLDER = "notes"


def is_claimant(path: str) -> bool:
    """Whether a file there may say whose it is: a person may move a note anywhere."""
    # On plain text: a start of a large tree asks this of every file.
    if not path.endswith(".md") or path.startswith(_NO_CLAIMS):
        return False
    return is_at_home(path) or not path.casefold().startswith(_NO_CLAIMS)


def is_at_home(path: str) -> bool:
    """Whether a file there is a note of somebody or something, whatever it says."""
    return path.endswith(".md") and (is_below(path, PEOPLE) or is_below(path, TOPICS))


def canonical(path: str, head: NoteHead) -> str | None:
    """The key of a note that stands at a path and says its id; None where that is no id."""
    folder = path.partition("/")[0] if is_at_home(path) else head.folder
    return f"{folder}/{head.id}.md" if is_id_for(folder, head.id) else None


class Claims:
    """The notes of people and topics, and what each is known by.

    What is known after some notes have come, changed and gone follows from those that are
    there, in whatever order they came.
    """

    def __init__(self) -> None:
        self._there: set[str] = set()
        self._stated: dict[str, str] = {}
        self._doubts: dict[str, int] = {}
        self._heard: set[str] = set()
        self._wanted: dict[str, set[str]] = defaultdict(set)
        self._keys: dict[str, str] = {}
        self._paths: dict[str, str] = {}

    @property
    def keys(self) -> Mapping[str, str]:
        """The key of each note that is not known by its own path, by path."""
        return self._keys

    def key_of(self, path: str) -> str:
        """What a note is known by; its own path, too, where there is none."""
        return self._keys.get(path, path)

    def path_of(self, key: str) -> str | None:
        """Where the note of a key stands; None where none has it."""
        path = self._paths.get(key, key)
        return path if path in self._there and self.key_of(path) == key else None

    def rivals(self, key: str) -> list[str]:
        """Every note that says it is the one of a key, or stands at its path, in order."""
        plain = [key] if self._is_plain(key) else []
        return sorted({*plain, *self._wanted.get(key, ())})

    def put(self, path: str, head: NoteHead | None) -> dict[str, str | None]:
        """Note what a note says of who it is; None: it is gone.

        Where the notes of the keys that this is about stood before, by key.
        """
        stated = None if head is None else canonical(path, head)
        is_heard = head is not None and head.is_heard
        doubted = self._doubts.get(path)
        if head is None:
            self._doubts.pop(path, None)
        else:
            self._doubts[path] = head.doubt
        if head is not None and not is_heard and self._is_alone(path, stated):
            return self._put_alone(path, stated)
        before = self._stated.get(path)
        is_same = (path in self._there, path in self._heard) == (head is not None, is_heard)
        if is_same and stated == before and doubted == self._doubts.get(path):
            return {}
        touched = {key for key in (before, stated, path) if key is not None}
        paths = {path, *touched}.union(*(self._wanted.get(key, ()) for key in touched))
        touched |= {self.key_of(one) for one in paths}
        stood = {key: self.path_of(key) for key in touched}
        self._note(path, stated, is_there=head is not None)
        (self._heard.add if is_heard else self._heard.discard)(path)
        for one in paths:
            if (old := self._keys.pop(one, None)) is not None and self._paths.get(old) == one:
                del self._paths[old]
        for one in paths & self._there:
            if (key := self._due(one)) != one:
                self._keys[one] = key
                self._paths[key] = one
                stood.setdefault(key, None)
        return {key: old for key, old in stood.items() if self.path_of(key) != old}

    def _is_alone(self, path: str, stated: str | None) -> bool:
        """Whether a note comes whose names nobody else has: nearly all do, at a start."""
        names = (path,) if stated is None else (path, stated)
        return not any(
            one in self._there or one in self._wanted or one in self._paths or one in self._keys
            for one in names
        )

    def _put_alone(self, path: str, stated: str | None) -> dict[str, str | None]:
        self._there.add(path)
        if stated is None:
            return {path: None}
        self._stated[path] = stated
        self._wanted[stated].add(path)
        if stated != path:
            self._keys[path] = stated
            self._paths[stated] = path
        return {stated: None}

    def _note(self, path: str, stated: str | None, *, is_there: bool) -> None:
        if (before := self._stated.pop(path, None)) is not None:
            self._wanted[before].discard(path)
            if not self._wanted[before]:
                del self._wanted[before]
        (self._there.add if is_there else self._there.discard)(path)
        if stated is not None:
            self._stated[path] = stated
            self._wanted[stated].add(path)

    def _due(self, path: str) -> str:
        stated = self._stated.get(path)
        if self._is_plain(path) or (stated is not None and self._winner(stated) == path):
            return stated or path
        # A name that no file can have, and that says nothing: keys are shown in rooms where the
        # name of the file may not be known, and its own path may be the key of another.
        digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        top, slash, _ = path.partition("/")
        return f"{top if slash else _NO_FOLDER}//{digest}.md"

    def _is_plain(self, path: str) -> bool:
        """Whether a note is known by its own path: that is its id, or a name that nobody heard."""
        stated = self._stated.get(path)
        return path in self._there and (
            stated == path or (stated is None and path not in self._heard)
        )

    def _winner(self, key: str) -> str | None:
        if self._is_plain(key):
            return key
        home = key.partition("/")[0]
        wanted = self._wanted.get(key, ())
        return min(
            wanted,
            key=lambda path: (not is_below(path, home), self._doubts[path], len(path), path),
            default=None,
        )
