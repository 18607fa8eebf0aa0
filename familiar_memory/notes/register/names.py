"""What the notes of a tree are called: what a link by name leads to, which names are free."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from familiar_memory.domain.text.file_names import file_name, free_name, spelling_key
from familiar_memory.domain.tree import PEOPLE, TOPICS, is_indexed
from familiar_memory.notes.register.claims import Claims
from familiar_memory.notes.register.head import NoteHead
from familiar_memory.notes.register.stems import Stems

__all__ = ["NoteNames", "file_stem"]

_FOLDERS = (PEOPLE, TOPICS)


class NoteNames:
    """Stems of all notes, aliases of those of people and topics, and names of notes to come.

    The stems are those of the last `take`, and of what was put since; the tree is listed when
    they are first asked for before that.
    """

    def __init__(self, claims: Claims, listed: Callable[[], Iterable[str]]) -> None:
        """`listed` lists the paths of the whole tree."""
        self._claims = claims
        self._listed = listed
        self._stems: Stems | None = None
        self._unread: dict[str, tuple[str, ...]] = {}
        self._aliases: dict[str, tuple[str, ...]] = {}
        self._bearers: dict[str, set[str]] = {}
        self._reserved: dict[str, str] = {}
        self._holders: dict[str, str] = {}
        self.version = 0
        """Another number whenever a link may lead elsewhere."""

    def take(self, paths: Iterable[str]) -> None:
        """Take the paths of the whole tree."""
        notes = frozenset(filter(is_indexed, paths))
        if self._stems is None or self._stems.paths != notes:
            self.version += 1
            self._stems = Stems(notes)

    @property
    def are_listed(self) -> bool:
        """Whether the tree has been listed: else nobody needs to say what came and went."""
        return self._stems is not None

    def put(self, path: str, *, is_there: bool) -> None:
        """Note that a path is a note, or none any more."""
        if self._stems is None:
            return
        if self._stems.put(path) if is_there else self._stems.drop(path):
            self.version += 1

    def say(self, path: str, head: NoteHead) -> None:
        """Take in what a note of a person or a topic says of itself; nothing, once it is gone."""
        self.version += 1
        self._unread[path] = head.aliases

    def forget(self) -> None:
        """List the tree once more when stems are next asked for."""
        self._stems = None

    def find(self, target: str) -> str | None:
        """The path that a link means: the note there, else of that stem, id or alias; else None.

        Anybody may be called by the id of another, and means nobody else by that.
        """
        stems = self._known_stems()
        by_key = self._claims.path_of(target)
        if by_key is not None or stems.has(target):
            return by_key or target
        if (path := stems.find(target)) is not None:
            return path
        by_id = (self._claims.path_of(f"{folder}/{file_stem(target)}.md") for folder in _FOLDERS)
        if (path := next(filter(None, by_id), None)) is not None:
            return path
        bearers = self._known_bearers().get(spelling_key(file_stem(target)), set())
        return next(iter(bearers)) if len(bearers) == 1 else None

    def every(self, target: str) -> list[str]:
        """The paths of all notes that have the stem of a path, the one that it means first."""
        return self._known_stems().every(target)

    def reserved(self, key: str) -> str:
        """What the file of a note that is to come will be called, as far as that is settled."""
        return self._reserved.get(key, file_stem(key))

    def reserve(self, key: str, name: str) -> str:
        """Settle on a stem that no note has, and none that is to come."""
        held = self._reserved.get(key)
        if held is not None and spelling_key(held) not in self._known_stems():
            return held
        if held is not None:
            del self._holders[spelling_key(held)]
        chosen = free_name(
            file_name(name), _Either(self._known_stems(), self._holders), file_stem(key)
        )
        self._reserved[key] = chosen
        self._holders[spelling_key(chosen)] = key
        return chosen

    def _known_bearers(self) -> Mapping[str, set[str]]:
        """Which notes have an alias, each spelled alike; what was said since is taken in first."""
        for path, aliases in self._unread.items():
            for name in self._aliases.pop(path, ()):
                self._bearers[name].discard(path)
            if names := tuple(dict.fromkeys(map(spelling_key, aliases))):
                self._aliases[path] = names
            for name in names:
                self._bearers.setdefault(name, set()).add(path)
        self._unread.clear()
        return self._bearers

    def _known_stems(self) -> Stems:
        if self._stems is None:
            self._stems = Stems(self._listed())
        return self._stems


class _Either(Container[str]):
    """What is in one of two."""

    def __init__(self, first: Container[str], second: Container[str]) -> None:
        self._both = (first, second)

    def __contains__(self, key: object) -> bool:
        return any(key in one for one in self._both)


def file_stem(path: str) -> str:
    """The name of a file without its ending."""
    return path.rpartition("/")[2].removesuffix(".md")
