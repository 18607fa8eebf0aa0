"""Which file is whose note: keys to paths, paths to keys, and links by name to keys.

A note of a person or a topic is known everywhere by its key, `people/<slug>.md` or
`topics/<slug>.md`. Where it stands, and what its file is called, is a person's to choose: what
counts is the `id:` of its frontmatter, else its path (`register.claims`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from familiar_memory.errors import StoreError
from familiar_memory.notes.register.claims import Claims, canonical, is_at_home, is_claimant
from familiar_memory.notes.register.head import NO_HEAD, NoteHead, is_id_for, read_note_head
from familiar_memory.notes.register.heads import NoteHeads
from familiar_memory.notes.register.moves import Moves
from familiar_memory.notes.register.names import NoteNames, file_stem
from familiar_memory.notes.register.sweeps import Sweeps
from familiar_memory.store.base import FileState, NoteReader, TreeScan

__all__ = ["TreeRegister"]

_TRIES = 3
"""So often an answer is looked at again that has changed while it was found."""


class TreeRegister:
    """Whose note stands where, of one tree; thread-safe.

    Only heads of notes are read, each once a save; what was read is kept in a `file`, where one
    is given, which may be deleted. A path that is given out has been looked at just now.
    """

    def __init__(
        self, store: NoteReader, file: Path | None = None, now_ns: Callable[[], int] = time.time_ns
    ) -> None:
        """Nothing is read before somebody asks."""
        self._store = store
        self._lock = threading.RLock()
        self._claims = Claims()
        self._names = NoteNames(self._claims, self._listed)
        self._moves = Moves()
        self._sweeps = Sweeps()
        self._heads = NoteHeads(store, file, now_ns, self._seen, self._said)

    @property
    def version(self) -> int:
        """Another number whenever a link may lead elsewhere."""
        return self._names.version

    def path_of(self, key: str) -> str | None:
        """Where the note of a key stands; None where no note has it.

        Of a key that is no person's or topic's, the key itself, whatever stands there.
        """
        return self.stand_of(key)[0]

    def stand_of(self, key: str) -> tuple[str | None, FileState | None]:
        """As `path_of`, with the state in which the file was found on the way.

        No state: nobody has looked, or nothing could be told.
        """
        if not is_claimant(key):
            return key, None
        with self._lock:
            self._load()
            if _is_no_id(key) and self._claims.path_of(key) in (None, key):
                found = self._heads.look((key,))
                if self._claims.key_of(key) == key:
                    return key, found.get(key)
            for _ in range(_TRIES):
                path = self._claims.path_of(key)
                found = self._heads.look({path or key, key})
                if self._claims.path_of(key) == path:
                    break
            if path is not None and self._claims.path_of(key) == path:
                return path, found.get(path)
            if not _is_nowhere_else(key):
                self._heads.look_where_changed()
            return self._claims.path_of(key), None

    def key_of(self, path: str) -> str:
        """By what the note at a path is known; the path itself where nothing else is said."""
        if not is_claimant(path):
            return path
        with self._lock:
            self._load()
            self._heads.look((path,))
            return self._claims.key_of(path)

    def keys(self) -> dict[str, str]:
        """The key of each note that is not known by its own path, as of the last look."""
        with self._lock:
            self._load()
            return dict(self._claims.keys)

    def heads(self) -> dict[str, NoteHead]:
        """What every note of a person or a topic says of itself, by path, as of the last look."""
        with self._lock:
            self._load()
            return {path: head for path, head in self._heads.items() if _is_told(path, head)}

    def look_at_heads(self) -> None:
        """Look at every note of a person or a topic; one that cannot be read is as it was."""
        with self._lock:
            self._load()
            self._heads.look_at_folders()

    def rivals(self, key: str) -> list[str]:
        """The paths of all notes that say they are the one of a key, as of the last look."""
        with self._lock:
            self._load()
            return self._claims.rivals(key)

    def agrees(self, path: str, data: bytes) -> bool:
        """Whether these bytes of a note say whose it is as its answer did."""
        if not is_claimant(path):
            return True
        with self._lock:
            said = self._heads.of(path)
            return said is not None and said.claim == read_note_head(path, data).claim

    def take(self, sweep: Callable[[], TreeScan]) -> tuple[TreeScan, dict[str, str]]:
        """Compare with a sweep over the whole tree, made now; it, and `keys` as of then.

        Others go on meanwhile: what they meet is newer than what the sweep has seen.

        Raises:
            StoreError: as `sweep`.
        """
        with self._lock:
            self._load()
            met = self._sweeps.begin()
        try:
            scan = sweep()
        except BaseException:
            with self._lock:
                self._sweeps.end(met)
            raise
        with self._lock:
            self._sweeps.end(met)
            self._heads.compare(scan)
            self._names.take(state.path for state in scan.files)
            self._heads.look(filter(is_claimant, met))
            for path in met:
                self._name(path)
            self._heads.keep()
            return scan, dict(self._claims.keys)

    def look_at_all(self) -> None:
        """Look at every file of the tree, before a note is made.

        Raises:
            StoreError: the tree cannot be read.
        """
        self.take(self._store.scan_files)

    def below(self, folder: str) -> set[str]:
        """Keys of notes that were last seen in a folder, or at a path."""
        with self._lock:
            prefix = folder if not folder or folder.endswith("/") else f"{folder}/"
            seen = self._claims.keys.items()
            return {key for path, key in seen if path == folder or path.startswith(prefix)}

    def touched(self, names: Iterable[str]) -> list[str]:
        """The keys of all documents that may have changed where something has at these paths.

        A key stands for itself.
        """
        wanted = list(dict.fromkeys(names))
        with self._lock:
            self._load()
            keys = dict.fromkeys(map(self._claims.key_of, wanted))
            self._heads.look({name for name in wanted if is_claimant(name)})
            for name in wanted:
                self._name(name)
            keys |= dict.fromkeys(map(self._claims.key_of, wanted))
            keys |= dict.fromkeys((*wanted, *self._moves.take_changed()))
            return list(keys)

    def met(self, path: str) -> None:
        """Take in that a note has just been made, or changed, at a path."""
        with self._lock:
            self._load()
            if is_claimant(path):
                self._heads.look((path,))
            self._name(path)

    def moves(self) -> list[tuple[str, str]]:
        """Notes that were met under another path than before, old and new; each is told once."""
        with self._lock:
            return self._moves.take_moved()

    def seen_path(self, key: str) -> str:
        """Where the note of a key stood at the last look; the key where no note had it."""
        with self._lock:
            return self._claims.path_of(key) or key

    def last_path(self, key: str) -> str:
        """Where the note of a key stands, or stood when it was last seen; else the key."""
        with self._lock:
            return self._claims.path_of(key) or self._moves.last_path(key) or key

    def last_key(self, path: str) -> str:
        """By what the note at a path was known when it was last seen; else the path."""
        with self._lock:
            return self._moves.last_key(path) or self._claims.key_of(path)

    def is_there(self, path: str) -> bool:
        """Whether a file stands at a path; True as well where that cannot be told."""
        try:
            return self._store.file_state(path) is not None
        except StoreError:
            return True

    def resolve(self, target: str) -> str:
        """What a link leads to, by key: the note there, else the one of that name, else itself.

        The name is a stem; else an id; else an alias that one note alone has.
        """
        if not target.endswith(".md"):
            return target
        with self._lock:
            self._load()
            found = self._names.find(target)
            return target if found is None else self._claims.key_of(found)

    def namesakes(self, target: str) -> list[str]:
        """The keys of all notes that have the stem of a path, the one that a link means first."""
        with self._lock:
            self._load()
            return list(map(self._claims.key_of, self._names.every(target)))

    def stem_of(self, key: str) -> str:
        """What a plain wiki link to a note is called; of a note that is to come, as reserved."""
        with self._lock:
            path = self.path_of(key)
            return self._names.reserved(key) if path is None else file_stem(path)

    def reserve(self, key: str, name: str) -> str:
        """Settle on what the file of a note is to be called that is not there yet; its stem.

        The names of the tree are those of the last look.
        """
        with self._lock:
            return self._names.reserve(key, name)

    def new_path(self, key: str, name: str = "") -> str:
        """Where a note is to be made that no file is yet: under a name that no other note has."""
        if not is_at_home(key):
            return key
        return f"{self._home(key.partition('/')[0])}/{self.reserve(key, name)}.md"

    def _home(self, folder: str) -> str:
        """A folder as it is spelt: one in another case is the same on many disks."""
        with suppress(StoreError):
            there = sorted(name for name, is_dir in self._store.names("").items() if is_dir)
            alike = (name for name in there if name.casefold() == folder)
            return folder if folder in there else next(alike, folder)
        return folder

    def forget(self) -> None:
        """Read every head once more from now on; what is kept in the file goes."""
        with self._lock:
            self._heads.forget()
            self._names.forget()

    def _load(self) -> None:
        if self._heads.is_loaded:
            return
        kept = self._heads.load()
        for path, head in (kept or {}).items():
            if _is_told(path, head):
                self._claims.put(path, head)
                self._names.say(path, head)
        if kept is None:
            self._heads.look_at_tree()
            self._moves.take_changed()

    def _seen(self, path: str, is_there: bool) -> None:
        """Take in that a note was read, or is gone."""
        self._sweeps.meet(path)
        self._names.put(path, is_there=is_there)

    def _said(self, path: str, head: NoteHead | None, before: NoteHead | None) -> None:
        """Take in what a note says, or that it is gone, and note what has moved by that."""
        is_told = head is not None and _is_told(path, head)
        if not is_told and (before is None or not _is_told(path, before)):
            return
        moved = self._claims.put(path, head if is_told else None)
        if moved or head is None or before is None or head.names != before.names:
            self._names.say(path, head or NO_HEAD)
        for key, stood in moved.items():
            now = self._claims.path_of(key)
            old = self._moves.note(key, stood, now)
            if now is None or old is None:
                continue
            if old in self._heads:
                # Whoever is met at a new place first has left the old one unseen.
                self._heads.look((old,))
            if old not in self._heads:
                self._moves.moved(old, now)

    def _name(self, path: str) -> None:
        """Note in the names of the tree that a path is a note, or none any more."""
        self._sweeps.meet(path)
        if self._names.are_listed:
            is_there = path in self._heads if is_claimant(path) else self.is_there(path)
            self._names.put(path, is_there=is_there)

    def _listed(self) -> list[str]:
        return [state.path for state in self._store.scan_files().files]


def _is_no_id(key: str) -> bool:
    """Whether a key is a path, and nothing else: that of a note outside of the two folders."""
    return not is_at_home(key) and "//" not in key


def _is_nowhere_else(key: str) -> bool:
    """Whether no note but the one at that very path can have a key: its name is no id.

    Each path that is reported is asked for as a key, too; most are names of people.
    """
    folder, _, name = key.removesuffix(".md").partition("/")
    return is_at_home(key) and "//" not in key and not is_id_for(folder, name)


def _is_told(path: str, head: NoteHead) -> bool:
    """Whether a note is somebody's or something's, or called by a name that was heard."""
    return is_at_home(path) or head.is_heard or canonical(path, head) is not None
