"""What earlier imports left that the source does not have any more: what goes, what stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from familiar_memory.store.base import NoteReader
from familiar_memory.store.names import is_original
from familiar_memory.sync.vanishing import is_mass
from familiar_memory.transfer.importer import SourceFolder
from familiar_memory.transfer.staging.left_behind import KnownChanges, LeftBehind, left_by
from familiar_memory.transfer.staging.owned import OwnedFolders
from familiar_memory.transfer.staging.placement import Placement

__all__ = ["Strays", "strays_of_source", "strays_of_tree"]


@dataclass(frozen=True, slots=True)
class Strays:
    """`removals` have the revision that stands there, in the order of removing.

    `kept` are a person's now. `held` are untouched too, but so many that a person is asked.
    """

    removals: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    kept: tuple[str, ...] = ()
    held: tuple[str, ...] = ()

    def __add__(self, other: Strays) -> Strays:
        """Both."""
        removals = MappingProxyType({**self.removals, **other.removals})
        return Strays(removals, (*self.kept, *other.kept), (*self.held, *other.held))


def strays_of_tree(
    owned: OwnedFolders,
    planned: Collection[str],
    in_use: Collection[str],
    store: NoteReader,
    known: KnownChanges,
    source: str,
) -> Strays:
    """Those in folders of the tree that the import is the whole of.

    `planned` are the files that this one brings, `in_use` the folders where some are kept.
    """
    changes = (change for one in owned.folders for change in known.entries(one.path))
    left = left_by(source, changes, owned.left)
    paths = {path for path in left.paths() if left.knows(path) and owned.holds(path)}
    removals: dict[str, str] = {}
    kept: list[str] = []
    in_use = set(in_use)
    # A sidecar goes last: what is kept beside it still needs it.
    for path in sorted(paths.difference(planned), key=lambda path: (_is_original(path), path)):
        there = store.revision(path)
        if there is None:
            continue
        is_touched = not left.is_untouched(path, there)
        is_needed = _is_original(path) and _folder(path) in in_use
        if (is_touched and not owned.is_replaced(path)) or is_needed:
            kept.append(path)
            in_use.add(_folder(path))
        else:
            removals[path] = there
    return Strays(MappingProxyType(removals), tuple(kept))


def strays_of_source(
    folder: SourceFolder,
    mark: str,
    left: LeftBehind,
    brought: Mapping[str, str],
    placement: Placement,
    store: NoteReader,
    *,
    accept_removals: bool = False,
) -> Strays:
    """Those that follow a folder outside the tree, which has them no more.

    `brought` are the revisions of the files that it still has, by their place in the tree. A
    note that was only moved in the folder is brought at another place, and vanished nowhere.
    """
    if not folder.is_whole:
        return Strays()
    passed_over = [_placed(path, placement) for path in folder.passed_over]
    removals: dict[str, str] = {}
    kept: list[str] = []
    total = 0
    known: set[str] = set()
    for note in sorted(left.notes_of(mark), key=lambda note: note.path):
        there = store.revision(note.path)
        known |= {note.path, note.origin}
        if there is None:
            continue
        total += 1
        if note.path in brought or note.origin in brought or _is_among(note.origin, passed_over):
            continue
        if note.path != note.origin or not left.is_untouched(note.path, there):
            kept.append(note.path)
        else:
            removals[note.path] = there
    gone = len(removals) - _rearranged(removals, brought, known)
    if is_mass(gone, total) and not accept_removals:
        return Strays(kept=tuple(kept), held=tuple(removals))
    return Strays(MappingProxyType(removals), tuple(kept))


def _rearranged(
    removals: Mapping[str, str], brought: Mapping[str, str], known: Collection[str]
) -> int:
    """How many removals only changed their place: each new note can be what one of them was."""
    came = Counter(revision for path, revision in brought.items() if path not in known)
    return (Counter(removals.values()) & came).total()


def _placed(path: str, placement: Placement) -> str:
    folder, _, name = path.rpartition("/")
    return f"{placement.of_folder(folder)}/{name}" if folder else name


def _is_among(path: str, passed_over: Collection[str]) -> bool:
    return any(one in passed_over for one in _outwards(path))


def _outwards(path: str) -> Iterator[str]:
    while path:
        yield path
        path = _folder(path)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _is_original(path: str) -> bool:
    return is_original(path.rpartition("/")[2])
