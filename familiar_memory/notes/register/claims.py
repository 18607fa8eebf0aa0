"""Who is known by which key, when some notes say whose they are: a pure rule.

A note is known by `people/<id>.md`, or `topics/<id>.md`, wherever it stands; one that says
nothing is known by its path. Of several with one id, the one that stands at that path has it,
else the one with the shortest path, since a copy is called more than what was copied. The
others are known by keys that no file can have, as notes of nobody known.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping

from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below
from familiar_memory.notes.register.head import is_id_for

__all__ = ["Claims", "canonical", "is_claimant"]


def is_claimant(path: str) -> bool:
    """Whether a file there may say whose it is."""
    return path.endswith(".md") and (is_below(path, PEOPLE) or is_below(path, TOPICS))


def canonical(path: str, given: str) -> str | None:
    """The key of a note that stands at a path and says this id; None where that is no id."""
    return f"{path.partition('/')[0]}/{given}.md" if is_id_for(path, given) else None


class Claims:
    """The notes of people and topics, and what each is known by.

    What is known after some notes have come, changed and gone follows from those that are
    there, in whatever order they came.
    """

    def __init__(self) -> None:
        self._there: set[str] = set()
        self._stated: dict[str, str] = {}
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
        plain = [key] if key in self._there and self._stated.get(key, key) == key else []
        return sorted({*plain, *self._wanted.get(key, ())})

    def put(self, path: str, given: str | None) -> dict[str, str | None]:
        """Note what a note says of its id; None: it is gone.

        Where the notes of the keys that this is about stood before, by key.
        """
        stated = None if given is None else canonical(path, given)
        if given is not None and self._is_alone(path, stated):
            return self._put_alone(path, stated)
        before = self._stated.get(path)
        if (path in self._there) == (given is not None) and stated == before:
            return {}
        touched = {key for key in (before, stated, path) if key is not None}
        paths = {path, *touched}.union(*(self._wanted.get(key, ()) for key in touched))
        touched |= {self.key_of(one) for one in paths}
        stood = {key: self.path_of(key) for key in touched}
        self._note(path, stated, is_there=given is not None)
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
        stated = self._stated.get(path, path)
        if stated == path or self._winner(stated) == path:
            return stated
        # A name that no file can have, and that says nothing: keys are shown in rooms where the
        # name of the file may not be known, and its own path may be the key of another.
        digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        return f"{path.partition('/')[0]}//{digest}.md"

    def _winner(self, key: str) -> str | None:
        if key in self._there and self._stated.get(key, key) == key:
            return key
        return min(self._wanted.get(key, ()), key=lambda path: (len(path), path), default=None)
