"""What an import does with each file, decided before anything is written.

A dry run tells the plan and a run carries it out, so both say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from familiar_memory.store.base import NoteStore
from familiar_memory.store.names import is_original
from familiar_memory.transfer.fate import Fate, KnownChanges, fate_of, left_by
from familiar_memory.transfer.importer import BytesFile, NoteFile
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
    """

    files: Mapping[str, PlannedFile] = field(default_factory=lambda: MappingProxyType({}))
    removals: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    kept_strays: tuple[str, ...] = ()
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
    placement = place_files(staged.files, staged.folders, store)
    brought = _revisions(staged, placement)
    left = left_by(source, known.entries_of(brought))
    files = {}
    for path, new in brought.items():
        there = store.revision(path)
        files[path] = PlannedFile(path, new, there, fate_of(path, new, there, left, force=force))
    plan = FilePlan(MappingProxyType(files), placement=placement)
    store.check_new_files(plan.paths(Fate.CREATED))
    folders = [placement.of_folder(folder) for folder in staged.folders]
    removals, kept = _strays(folders, plan, store, known, source)
    return FilePlan(plan.files, MappingProxyType(removals), tuple(kept), placement)


def _revisions(staged: Staged, placement: Placement) -> dict[str, str]:
    """What is brought, by its path in the tree."""
    if not placement.moved:
        return dict(staged.revisions)
    files = (item for item in staged.items() if isinstance(item, NoteFile | BytesFile))
    placed = (placement.placed(file) for file in files)
    return {file.path: revision_of_file(file) for file in placed}


def _strays(
    folders: Iterable[str], plan: FilePlan, store: NoteStore, known: KnownChanges, source: str
) -> tuple[dict[str, str], list[str]]:
    """What an earlier run left in its own folders and this one does not bring."""
    left: dict[str, str] = {}
    for folder in folders:
        left |= left_by(source, known.entries(folder))
    removals: dict[str, str] = {}
    kept: list[str] = []
    in_use = {_folder(path) for path in plan.paths(Fate.KEPT)}
    # A sidecar goes last: what is kept beside it still needs it.
    for path in sorted(
        left.keys() - plan.files.keys(), key=lambda path: (_is_original(path), path)
    ):
        there = store.revision(path)
        if there is None:
            continue
        if there != left[path] or (_is_original(path) and _folder(path) in in_use):
            kept.append(path)
            in_use.add(_folder(path))
        else:
            removals[path] = there
    return removals, kept


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _is_original(path: str) -> bool:
    return is_original(path.rpartition("/")[2])
