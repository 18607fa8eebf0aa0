"""What an import does with each file, decided before anything is written.

A dry run tells the plan and a run carries it out, so both say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from familiar_memory.store.base import NoteStore
from familiar_memory.store.names import is_original
from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.fate import Fate, KnownChanges, fate_of, left_by
from familiar_memory.transfer.importer import BytesFile, NoteFile, OwnedFolder
from familiar_memory.transfer.placement import Placement, place_files
from familiar_memory.transfer.stage import Staged, revision_of_file

__all__ = ["FilePlan", "PlannedFile", "plan_files"]


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file: the revision that is brought, the one that stands there, and what is done."""

    path: str
    new: str
    there: str | None
    fate: Fate


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The files by their path, and what earlier imports left that goes (or is a person's now).

    `removals` have the revision that stands there; they are in the order of removing.
    `foreign` are those kept that no import ever brought. `outdated` are the folders into which
    nothing comes, since they hold a newer version.
    """

    files: Mapping[str, PlannedFile] = field(default_factory=lambda: MappingProxyType({}))
    removals: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    kept_strays: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    outdated: tuple[OwnedFolder, ...] = ()
    placement: Placement = field(default_factory=Placement)

    def paths(self, *fates: Fate) -> tuple[str, ...]:
        """The files that meet one of these fates, in the order in which they come."""
        return tuple(one.path for one in self.files.values() if one.fate in fates)


def plan_files(
    staged: Staged, store: NoteStore, known: KnownChanges, source: str, *, force: bool = False
) -> FilePlan:
    """Decide on every file of an import; nothing is written.

    Raises:
        StoreError: the tree cannot take a file at its place.
        InputError: what was staged has changed since.
    """
    placement = place_files(staged.files, (one.path for one in staged.folders), store)
    folders = tuple(_placed(one, placement) for one in staged.folders)
    outdated = () if force else tuple(one for one in folders if one.newer)
    owned = _Owned(tuple(one for one in folders if one not in outdated))
    brought = _revisions(staged, placement)
    left = left_by(source, known.entries_of(brought), owned.left)
    files = {}
    for path, new in brought.items():
        there = store.revision(path)
        fate = fate_of(path, new, there, left, force=force or owned.is_replaced(path))
        if fate is Fate.GONE and not owned.was_left(path):
            fate = Fate.CREATED
        if fate is not Fate.SAME and any(_is_in(path, one.path) for one in outdated):
            fate = Fate.OLDER
        files[path] = PlannedFile(path, new, there, fate)
    plan = FilePlan(MappingProxyType(files), outdated=outdated, placement=placement)
    store.check_new_files(plan.paths(Fate.CREATED))
    removals, kept = _strays(owned, plan, store, known, source)
    return replace(
        plan,
        removals=MappingProxyType(removals),
        kept_strays=tuple(kept),
        foreign=tuple(path for path in plan.paths(Fate.KEPT) if not left.knows(path)),
    )


@dataclass(frozen=True, slots=True)
class _Owned:
    """The folders that an import is the whole of, and what the importer knows of them."""

    folders: tuple[OwnedFolder, ...]

    @property
    def left(self) -> dict[str, str]:
        """The revision in which the importer itself says that it left a file."""
        return {
            path: revision_of(text.encode("utf-8"))
            for folder in self.folders
            for path, text in folder.left.items()
        }

    def is_replaced(self, path: str) -> bool:
        """Whether what a person touched there goes too."""
        return any(_is_in(path, one.path) for one in self.folders if one.is_replaced)

    def was_left(self, path: str) -> bool:
        """Whether the importer, where it keeps a list, has left a note there until now.

        The journal may remember one that was renamed, and then taken away by the name that
        it had by then.
        """
        listed = [one for one in self.folders if one.gone is not None and _is_in(path, one.path)]
        return not listed or any(path in one.left or path in (one.gone or ()) for one in listed)


def _placed(folder: OwnedFolder, placement: Placement) -> OwnedFolder:
    return replace(folder, path=placement.of_folder(folder.path))


def _revisions(staged: Staged, placement: Placement) -> dict[str, str]:
    """What is brought, by its path in the tree."""
    if not placement.moved:
        return dict(staged.revisions)
    files = (item for item in staged.items() if isinstance(item, NoteFile | BytesFile))
    placed = (placement.placed(file) for file in files)
    return {file.path: revision_of_file(file) for file in placed}


def _strays(
    owned: _Owned, plan: FilePlan, store: NoteStore, known: KnownChanges, source: str
) -> tuple[dict[str, str], list[str]]:
    """What an earlier run left in its own folders and this one does not bring."""
    changes = (change for one in owned.folders for change in known.entries(one.path))
    left = left_by(source, changes, owned.left)
    strays = {path for path in left.paths() if left.knows(path)}.difference(plan.files)
    removals: dict[str, str] = {}
    kept: list[str] = []
    in_use = {_folder(path) for path in plan.paths(Fate.KEPT)}
    # A sidecar goes last: what is kept beside it still needs it.
    for path in sorted(strays, key=lambda path: (_is_original(path), path)):
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
    return removals, kept


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _is_original(path: str) -> bool:
    return is_original(path.rpartition("/")[2])
