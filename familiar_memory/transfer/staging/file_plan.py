"""What an import does with each file, decided before anything is written.

A dry run prints the plan and a run carries it out, so both say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from familiar_memory.store.base import NoteStore
from familiar_memory.transfer.importer import BytesFile, NoteFile, OwnedFolder
from familiar_memory.transfer.staging.fate import Fate, fate_of
from familiar_memory.transfer.staging.left_behind import KnownChanges, LeftBehind, left_by
from familiar_memory.transfer.staging.owned import OwnedFolders
from familiar_memory.transfer.staging.placement import Placement, place_files
from familiar_memory.transfer.staging.source_folder import folder_mark, written_from
from familiar_memory.transfer.staging.stage import Staged, revision_of_file
from familiar_memory.transfer.staging.strays import Strays, strays_of_source, strays_of_tree

__all__ = ["FilePlan", "BroughtFile", "plan_files"]


@dataclass(frozen=True, slots=True)
class BroughtFile:
    """One file: the revision that is brought, the one that stands there, and what is done."""

    path: str
    new: str
    there: str | None
    fate: Fate


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The files by the path that the importer gives them, and what earlier imports left.

    `foreign` are those kept that no import ever brought there. `outdated` are the folders
    into which nothing comes, since they hold a newer version. `refs` are what the journal
    is to say that the files were made from.
    """

    files: Mapping[str, BroughtFile] = field(default_factory=lambda: MappingProxyType({}))
    strays: Strays = field(default_factory=Strays)
    foreign: tuple[str, ...] = ()
    outdated: tuple[OwnedFolder, ...] = ()
    placement: Placement = field(default_factory=Placement)
    refs: tuple[str, ...] = ()

    def paths(self, *fates: Fate) -> tuple[str, ...]:
        """The files that meet one of these fates, in the order in which they come."""
        return tuple(one.path for one in self.files.values() if one.fate in fates)


def plan_files(
    staged: Staged,
    store: NoteStore,
    known: KnownChanges,
    source: str,
    *,
    force: bool = False,
    accept_removals: bool = False,
) -> FilePlan:
    """Decide on every file of an import; nothing is written.

    Raises:
        StoreError: the tree cannot take a file at its place.
        InputError: what was staged has changed since.
    """
    store.meet_moves()
    placement = place_files(staged.files, (one.path for one in staged.folders), store)
    folders = tuple(_placed(one, placement) for one in staged.folders)
    outdated = () if force else tuple(one for one in folders if one.newer)
    owned = OwnedFolders(tuple(one for one in folders if one not in outdated))
    places = {path: placement.of(path) for path in staged.files}
    followed = staged.source_folder
    mark = "" if followed is None else folder_mark(followed.path)
    left = _left(places, mark, known, source, owned)
    moved = _moved(places, left, owned, store)
    placement = placement.following(moved)
    plan = FilePlan(outdated=outdated, placement=placement)
    plan = _with_files(plan, staged, places, set(moved.values()), left, owned, store, force)
    store.check_new_files(plan.paths(Fate.CREATED))
    planned = {one.path: one.new for one in plan.files.values()}
    in_use = {path.rpartition("/")[0] for path in plan.paths(Fate.KEPT)}
    strays = strays_of_tree(owned, planned, in_use, store, known, source)
    if followed is None:
        return replace(plan, strays=strays)
    brought = {places[given]: one.new for given, one in plan.files.items()} | planned
    strays += strays_of_source(
        followed, mark, left, brought, placement, store, accept_removals=accept_removals
    )
    return replace(plan, strays=strays, refs=(written_from(mark, is_whole=followed.is_whole),))


def _placed(folder: OwnedFolder, placement: Placement) -> OwnedFolder:
    return replace(folder, path=placement.of_folder(folder.path))


def _left(
    places: Mapping[str, str], mark: str, known: KnownChanges, source: str, owned: OwnedFolders
) -> LeftBehind:
    """What is known of the files that are brought, and of all that follow the same folder."""
    paths = set(places.values())
    if mark:
        refs = (written_from(mark, is_whole=True),)
        paths |= {change.path for change in known.entries(source=source, refs=refs)}
    return left_by(source, known.entries_of(paths), owned.left)


def _moved(
    places: Mapping[str, str], left: LeftBehind, owned: OwnedFolders, store: NoteStore
) -> dict[str, str]:
    """Where a person has moved what was brought before, by the path at which it comes now.

    What is to replace all that stands in a folder comes to that folder.
    """
    moved = {}
    for given, place in places.items():
        now = left.place_of(place)
        if now != place and not owned.is_replaced(place) and store.revision(now) is not None:
            moved[given] = now
    return moved


def _with_files(
    plan: FilePlan,
    staged: Staged,
    places: Mapping[str, str],
    taken: Collection[str],
    left: LeftBehind,
    owned: OwnedFolders,
    store: NoteStore,
    force: bool,
) -> FilePlan:
    """The plan with the fate of every file; `taken` are places of files that were moved."""
    files: dict[str, BroughtFile] = {}
    foreign: list[str] = []
    outdated = OwnedFolders(plan.outdated)
    for given, new in _revisions(staged, plan.placement).items():
        path, place = plan.placement.of(given), places[given]
        there = store.revision(path)
        is_forced = force or owned.is_replaced(place)
        fate = fate_of(path, new, there, left, force=is_forced)
        is_known = left.knows(path)
        if fate is Fate.GONE and not owned.was_left(path):
            fate = Fate.CREATED
        is_free = is_forced and path not in taken
        if fate is Fate.UPDATED and path == place and left.holds_another(path) and not is_free:
            # A person has moved another note of an import here.
            fate, is_known = Fate.KEPT, False
        if fate is not Fate.SAME and outdated.holds(place):
            fate = Fate.OLDER
        files[given] = BroughtFile(path, new, there, fate)
        if fate is Fate.KEPT and not is_known:
            foreign.append(path)
    return replace(plan, files=MappingProxyType(files), foreign=tuple(foreign))


def _revisions(staged: Staged, placement: Placement) -> dict[str, str]:
    """What is brought, by the path that the importer gives it."""
    if not placement.moved:
        return dict(staged.revisions)
    files = (item for item in staged.items() if isinstance(item, NoteFile | BytesFile))
    return {file.path: revision_of_file(placement.placed(file)) for file in files}
