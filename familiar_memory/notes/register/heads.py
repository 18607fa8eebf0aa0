"""The heads of all notes that may say whose they are: each is read once a save."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from pathlib import Path

from familiar_memory.domain.memory.racy import RACY_WINDOW_NS, is_too_young
from familiar_memory.domain.memory.stamp import Stamp
from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below
from familiar_memory.errors import NotAFileError, NotFoundError, PathError, StoreError
from familiar_memory.notes.register.claims import is_claimant
from familiar_memory.notes.register.folders import FolderLook
from familiar_memory.notes.register.head import NO_HEAD, NoteHead, read_note_head
from familiar_memory.notes.register.kept import Entry, read_kept, write_kept
from familiar_memory.store.base import FileState, NoteReader, TreeScan
from familiar_memory.store.revision import revision_of

__all__ = ["NoteHeads"]

_FOLDERS = (PEOPLE, TOPICS)
_Seen = Callable[[str, bool], None]
"""Is told a path at which a file was read or is gone, and whether it is there."""
_Said = Callable[[str, NoteHead | None, NoteHead | None], None]
"""Is told a path, what the note there says now, and what it said before; None: no note."""


class NoteHeads:
    """What notes say of themselves, as of the last look; whoever uses it holds a lock.

    Each look tells `seen` and then, where a note says something else than before, `said`. What
    was read is kept in a `file`, where one is given, which may be deleted.
    """

    def __init__(
        self,
        store: NoteReader,
        file: Path | None,
        now_ns: Callable[[], int],
        seen: _Seen,
        said: _Said,
    ) -> None:
        """Nothing is read before `load`."""
        self._store = store
        self._file = file
        self._now_ns = now_ns
        self._seen = seen
        self._said = said
        self._folders = FolderLook(store, now_ns)
        self._entries: dict[str, Entry] = {}
        self._young: dict[str, tuple[str, NoteHead]] = {}
        self._is_unkept = False
        self.is_loaded = False
        """Whether anything is known."""

    def __contains__(self, path: str) -> bool:
        """Whether a note stood at a path."""
        return path in self._entries

    def items(self) -> Iterator[tuple[str, NoteHead]]:
        """Every note by its path, with its head."""
        return ((path, entry.head) for path, entry in self._entries.items())

    def of(self, path: str) -> NoteHead | None:
        """What the note at a path says; None where there was none."""
        entry = self._entries.get(path)
        return None if entry is None else entry.head

    def load(self) -> Mapping[str, NoteHead] | None:
        """Take what is kept in the file, and give it; None: nothing is, so look at the tree."""
        kept = None if self._file is None else read_kept(self._file)
        self._entries = {path: one for path, one in (kept or {}).items() if is_claimant(path)}
        self.is_loaded = True
        return None if kept is None else dict(self.items())

    def look_at_tree(self) -> None:
        """Look at the whole tree: nothing is known of where people have put notes."""
        with suppress(StoreError):
            self._folders.look(_FOLDERS)
            self.compare(self._store.scan_files())
            self.keep()

    def look_at_folders(self) -> None:
        """Look at every note of a person or a topic in its folder."""
        self._look_into(_FOLDERS)

    def look_where_changed(self) -> None:
        """The same where a file may have come or gone since."""
        self._look_into(self._folders.changed(_FOLDERS))

    def compare(self, scan: TreeScan) -> None:
        """Take in a sweep over the whole tree; it is for the caller to `keep` what is new."""
        unreadable = [one.path for one in scan.unreadable]
        self._compare(scan.files, unreadable, self._entries.keys())

    def look(self, paths: Iterable[str]) -> dict[str, FileState]:
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

    def keep(self) -> None:
        """Write what is new into the file, and all where somebody has deleted it."""
        if self._file is None or not self._file.parent.is_dir():
            return
        if self._is_unkept or (self._entries and not self._file.exists()):
            write_kept(self._file, self._entries)
            self._is_unkept = False

    def forget(self) -> None:
        """Read every head once more from now on; what is kept in the file goes."""
        self._entries = {path: one._replace(read_ns=0) for path, one in self._entries.items()}
        self._young.clear()
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _look_into(self, folders: Sequence[str]) -> None:
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
            known = (one for one in self._entries if any(is_below(one, f) for f in folders))
            self._compare(files, unreadable, frozenset(known))
            self.keep()

    def _compare(
        self, files: Iterable[FileState], unreadable: Collection[str], known: Set[str]
    ) -> None:
        """Take in every file of some folders, and what of the `known` ones is gone."""
        there = set()
        for state in files:
            if is_claimant(state.path):
                there.add(state.path)
                if not _is_read(self._entries.get(state.path), state):
                    self._met(state.path, state)
        for path in known - there:
            if not any(path == one or path.startswith(f"{one}/") or not one for one in unreadable):
                self._gone(path)

    def _met(self, path: str, state: FileState) -> None:
        """Read the head of a file, unless it is known."""
        before = self._entries.get(path)
        if _is_read(before, state):
            return
        stamp = Stamp(path, max(state.mtime_ns, state.changed_ns), state.size)
        read_ns = self._now_ns()
        try:
            head = self._head_of(path, self._store.read_bytes(path), is_too_young(stamp, read_ns))
            entry = Entry(*stamp[1:], read_ns, head)
        except StoreError:
            # What cannot be read now is whose it was, until it can.
            entry = before or Entry(0, -1, 0, NO_HEAD)
        self._entries[path] = entry
        is_young = is_too_young(stamp, entry.read_ns)
        # That a young one was read again is not worth the file: it is read until it is old.
        self._is_unkept |= entry != before and not (is_young and _is_like(entry, before))
        self._seen(path, True)
        if before is None or _is_news(before.head, entry.head):
            self._said(path, entry.head, None if before is None else before.head)

    def _head_of(self, path: str, data: bytes, is_young: bool) -> NoteHead:
        """Parse a head; once for its bytes where each look reads a note that was saved just now."""
        revision = revision_of(data)
        parsed, head = self._young.pop(path, ("", NO_HEAD))
        if parsed != revision:
            head = read_note_head(path, data)
        if is_young:
            self._young[path] = revision, head
        return head

    def _gone(self, path: str) -> None:
        self._young.pop(path, None)
        if (before := self._entries.pop(path, None)) is not None:
            self._is_unkept = True
            self._seen(path, False)
            self._said(path, None, before.head)


def _is_read(entry: Entry | None, state: FileState) -> bool:
    """Whether the head of a file is known as it stands now."""
    # As `is_too_young` of its stamp, on plain numbers: each sweep asks this of every file.
    mtime_ns, changed_ns = state.mtime_ns, state.changed_ns
    newest = mtime_ns if mtime_ns > changed_ns else changed_ns
    return (
        entry is not None
        and entry.size == state.size
        and entry.mtime_ns == newest <= entry.read_ns - RACY_WINDOW_NS
    )


def _is_like(entry: Entry, before: Entry | None) -> bool:
    """Whether a file was found as it was before, whenever that was."""
    return before is not None and entry._replace(read_ns=before.read_ns) == before


def _is_news(before: NoteHead, now: NoteHead) -> bool:
    """Whether a note says another thing of who it is, or says it more or less surely."""
    return (*before.names, before.doubt) != (*now.names, now.doubt)
