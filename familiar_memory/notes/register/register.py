"""Which file is whose note: keys to paths, paths to keys, and links by name to keys.

A note of a person or a topic is known everywhere by its key, `people/<slug>.md` or
`topics/<slug>.md`. Where it stands, and what its file is called, is a person's to choose: what
counts is the `id:` of its frontmatter, else its path (`register.claims`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from contextlib import suppress
from pathlib import Path

from familiar_memory.domain.memory.racy import is_too_young
from familiar_memory.domain.memory.stamp import Stamp
from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below
from familiar_memory.errors import NotAFileError, NotFoundError, PathError, StoreError
from familiar_memory.notes.register.claims import Claims, canonical, is_at_home, is_claimant
from familiar_memory.notes.register.folders import FolderLook
from familiar_memory.notes.register.head import NO_HEAD, NoteHead, read_note_head
from familiar_memory.notes.register.kept import Entry, read_kept, write_kept
from familiar_memory.notes.register.moves import Moves
from familiar_memory.notes.register.names import NoteNames, file_stem
from familiar_memory.notes.register.sweeps import Sweeps
from familiar_memory.store.base import FileState, NoteReader, TreeScan

__all__ = ["TreeRegister"]

_FOLDERS = (PEOPLE, TOPICS)
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
        self._file = file
        self._now_ns = now_ns
        self._lock = threading.RLock()
        self._entries: dict[str, Entry] | None = None
        self._claims = Claims()
        self._names = NoteNames(self._claims, self._listed)
        self._moves = Moves()
        self._folders = FolderLook(store, now_ns)
        self._sweeps = Sweeps()
        self._is_unkept = False

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
            if not is_at_home(key) and self._claims.path_of(key) in (None, key):
                found = self._look((key,))
                if self._claims.key_of(key) == key:
                    return key, found.get(key)
            for _ in range(_TRIES):
                path = self._claims.path_of(key)
                found = self._look({path or key, key})
                if self._claims.path_of(key) == path:
                    break
            if path is not None and self._claims.path_of(key) == path:
                return path, found.get(path)
            self._refresh(self._folders.changed(_FOLDERS))
            return self._claims.path_of(key), None

    def key_of(self, path: str) -> str:
        """By what the note at a path is known; the path itself where nothing else is said."""
        if not is_claimant(path):
            return path
        with self._lock:
            self._load()
            self._look((path,))
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
            known = self._known.items()
            return {path: one.head for path, one in known if _is_told(path, one.head)}

    def look_at_heads(self) -> None:
        """Look at every note of a person or a topic; one that cannot be read is as it was."""
        with self._lock:
            self._load()
            self._refresh()

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
            entry = self._known.get(path)
            head = read_note_head(path, data)
            return entry is not None and entry.head._replace(
                aliases=(), labels=()
            ) == head._replace(aliases=(), labels=())

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
            self._compare(scan.files, [one.path for one in scan.unreadable], self._known.keys())
            self._names.take(state.path for state in scan.files)
            self._look(filter(is_claimant, met))
            for path in met:
                self._name(path)
            self._keep()
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
            self._look({name for name in wanted if is_claimant(name)})
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
                self._look((path,))
            self._name(path)

    def moves(self) -> list[tuple[str, str]]:
        """Notes that were met under another path than before, old and new; each is told once."""
        with self._lock:
            return self._moves.take_moved()

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

        The name is a stem; else an alias that one note alone has; else an id.
        """
        if not target.endswith(".md"):
            return target
        with self._lock:
            self._load()
            found = self._names.find(target)
            return target if found is None else self._claims.key_of(found)

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
            if self._entries is not None:
                self._entries = {path: one._replace(read_ns=0) for path, one in self._known.items()}
            self._names.forget()
            if self._file is not None:
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)

    @property
    def _known(self) -> dict[str, Entry]:
        return self._entries if self._entries is not None else {}

    def _load(self) -> None:
        if self._entries is not None:
            return
        kept = None if self._file is None else read_kept(self._file)
        self._entries = {p: e for p, e in (kept or {}).items() if is_claimant(p)}
        for path, entry in self._entries.items():
            if _is_told(path, entry.head):
                self._claims.put(path, entry.head)
                self._names.say(path, entry.head)
        if kept is None:
            self._begin()
            self._moves.take_changed()

    def _begin(self) -> None:
        """Look at the whole tree: nothing is known of where people have put notes."""
        with suppress(StoreError):
            self._folders.look(_FOLDERS)
            scan = self._store.scan_files()
            self._compare(scan.files, [one.path for one in scan.unreadable], frozenset())
            self._keep()

    def _refresh(self, folders: Sequence[str] = _FOLDERS) -> None:
        """Look at every file in these folders that may say whose it is."""
        if not folders:
            return
        with suppress(StoreError):
            self._folders.look(folders)
            files: list[FileState] = []
            unreadable: list[str] = []
            for folder in folders:
                with suppress(NotFoundError, NotAFileError):
                    scan = self._store.scan_files(folder)
                    files += scan.files
                    unreadable += [one.path for one in scan.unreadable]
            known = (one for one in self._known if any(is_below(one, f) for f in folders))
            self._compare(files, unreadable, frozenset(known))
            self._keep()

    def _compare(
        self, files: Iterable[FileState], unreadable: Collection[str], known: Set[str]
    ) -> None:
        """Take in every file of some folders, and what of the `known` ones is gone."""
        there = set()
        for state in files:
            if is_claimant(state.path):
                there.add(state.path)
                self._met(state.path, state)
        for path in known - there:
            if not any(path == one or path.startswith(f"{one}/") or not one for one in unreadable):
                self._gone(path)

    def _look(self, paths: Iterable[str]) -> dict[str, FileState]:
        """Look at files, and take in what has become of them; how those are that are there."""
        found: dict[str, FileState] = {}
        for path in sorted(paths):
            with suppress(StoreError):
                try:
                    state = self._store.file_state(path)
                except PathError:
                    # A name that is not for every disk is refused only where no file has it.
                    state = None
                if state is None:
                    self._gone(path)
                else:
                    self._met(path, state)
                    found[path] = state
        return found

    def _met(self, path: str, state: FileState) -> None:
        """Read the head of a file, unless it is known."""
        stamp = Stamp(path, max(state.mtime_ns, state.changed_ns), state.size)
        before = self._known.get(path)
        is_same = before is not None and (before.mtime_ns, before.size) == stamp[1:]
        if before is not None and is_same and not is_too_young(stamp, before.read_ns):
            return
        read_ns = self._now_ns()
        try:
            entry = Entry(*stamp[1:], read_ns, read_note_head(path, self._store.read_bytes(path)))
        except StoreError:
            # What cannot be read now is whose it was, until it can.
            entry = before or Entry(0, -1, 0, NO_HEAD)
        self._known[path] = entry
        self._sweeps.meet(path)
        self._names.put(path, is_there=True)
        self._is_unkept |= entry != before
        if before is None or before.head[:4] != entry.head[:4]:
            self._say(path, entry.head, before)

    def _gone(self, path: str) -> None:
        if (before := self._known.pop(path, None)) is not None:
            self._is_unkept = True
            self._sweeps.meet(path)
            self._names.put(path, is_there=False)
            self._say(path, None, before)

    def _say(self, path: str, head: NoteHead | None, before: Entry | None) -> None:
        """Take in what a note says, or that it is gone, and note what has moved by that."""
        is_told = head is not None and _is_told(path, head)
        if not is_told and (before is None or not _is_told(path, before.head)):
            return
        self._names.say(path, head or NO_HEAD)
        for key, stood in self._claims.put(path, head if is_told else None).items():
            now = self._claims.path_of(key)
            old = self._moves.note(key, stood, now)
            if now is not None and old is not None and old not in self._known:
                self._moves.moved(old, now)

    def _keep(self) -> None:
        if self._is_unkept and self._file is not None and self._file.parent.is_dir():
            write_kept(self._file, self._known)
            self._is_unkept = False

    def _name(self, path: str) -> None:
        """Note in the names of the tree that a path is a note, or none any more."""
        self._sweeps.meet(path)
        if self._names.are_listed:
            is_there = path in self._known if is_claimant(path) else self.is_there(path)
            self._names.put(path, is_there=is_there)

    def _listed(self) -> list[str]:
        return [state.path for state in self._store.scan_files().files]


def _is_told(path: str, head: NoteHead) -> bool:
    """Whether a note is somebody's or something's, or called by a name that was heard."""
    return is_at_home(path) or head.is_heard or canonical(path, head) is not None
