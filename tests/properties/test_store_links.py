"""Whatever links stand in a tree, no operation of a store tells or touches what is outside.

Outside is also what is hidden. The operations are those that the class has, so that a
new one cannot be forgotten.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.errors import StoreError
from familiar_memory.store import AuditJournal, MemoryStore, Seen, TreeScan

_SECRET = "quixotic"
_NOW = datetime(2026, 1, 1, tzinfo=UTC)

_AT_A_PATH: dict[str, Callable[[MemoryStore, str], object]] = {
    "list_dir": lambda store, path: store.list_dir(path),
    "read_file": lambda store, path: store.read_file(path),
    "read_bytes": lambda store, path: store.read_bytes(path),
    "stat": lambda store, path: store.stat(path),
    "file_state": lambda store, path: store.file_state(path),
    "exists": lambda store, path: store.exists(path),
    "revision": lambda store, path: store.revision(path),
    "grep": lambda store, path: store.grep(_SECRET, path),
    "scan_files": lambda store, path: store.scan_files(path),
    "observe": lambda store, path: store.observe([Seen(path, None, _NOW)]),
    "check_new_files": lambda store, path: store.check_new_files([path]),
    "names": lambda store, path: store.names(path),
}
_BY_PATTERN: dict[str, Callable[[MemoryStore, str], object]] = {
    "glob": lambda store, pattern: store.glob(pattern),
}
_CHANGES: dict[str, Callable[[MemoryStore, str], object]] = {
    "write_file": lambda store, path: store.write_file(path, "ours"),
    "append_file": lambda store, path: store.append_file(path, "ours"),
    "edit": lambda store, path: store.edit(path, lambda text: text + "ours"),
    "edit_all": lambda store, path: store.edit_all(
        {path: lambda text: text + "ours", "new.md": lambda text: text + "ours"}
    ),
    "delete": lambda store, path: store.delete(path),
    "move": lambda store, path: (_tried(store.move, path, "new.md"), store.move("a.md", path)),
    "restore": lambda store, path: store.restore(path, b"ours"),
    "create_files": lambda store, path: list(store.create_files({path: b"ours"})),
}
_OF_THE_TREE: dict[str, Callable[[MemoryStore], object]] = {
    "prepare": lambda store: store.prepare(),
    "meet_moves": lambda store: store.meet_moves(),
    "leftovers": lambda store: store.leftovers(),
    "reconcile": lambda store: store.reconcile(sweep=True),
    "write_derived": lambda store: store.write_derived("people/_aliases.json", "{}"),
}
_NO_OPERATIONS = {"root", "limits"}

_TARGETS = (
    "/",
    "{outside}",
    "{outside}/deep",
    "{outside}/quixotic.md",
    "../../outside",
    "{root}/.hidden",
    "{root}/.hidden/quixotic.md",
    "{root}/..",
    "{root}/missing",
    "{self}",
)
_PLACES = ("l", "a/l", "a/b/l", "l.md", "a/l.md", "people", "people/_aliases.json")


def _tried(call: Callable[..., object], *arguments: object) -> object:
    with suppress(StoreError):
        return call(*arguments)
    return None


def test_every_operation_is_tried() -> None:
    """One that is added to the store must be added here."""
    tried = {*_AT_A_PATH, *_BY_PATTERN, *_CHANGES, *_OF_THE_TREE}
    public = {name for name in dir(MemoryStore) if not name.startswith("_")}
    assert public == tried | _NO_OPERATIONS


@few_and_many(
    6,
    25,
    links=st.dictionaries(st.sampled_from(_PLACES), st.sampled_from(_TARGETS), min_size=1),
    chain=st.booleans(),
)
def test_no_link_leads_any_operation_out(links: dict[str, str], chain: bool) -> None:
    """Reading tells nothing of what is there, and changing leaves it as it is."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder).resolve()
        root = base / "deep" / "memory"
        hostile = _tree(base, root, links, chain=chain)
        before = _outside(base)
        with AuditJournal(base / "deep" / "journal") as journal:
            store = MemoryStore(root, journal=journal)
            for path in hostile:
                for name, look in _AT_A_PATH.items():
                    _check_nothing_is_told(name, path, look, store)
                for pattern in _patterns(path):
                    for name, look in _BY_PATTERN.items():
                        _check_nothing_is_told(name, pattern, look, store)
            inside = {"a.md", "a/a.md", "a/b/a.md", "q.md"}
            assert {file.path for file in store.scan_files().files} <= inside
            assert set(store.glob("**")) <= inside
            assert {hit.path for hit in store.grep("inside")} <= inside
            for path in hostile:
                for change in _CHANGES.values():
                    _tried(change, store, path)
            for whole in _OF_THE_TREE.values():
                _tried(whole, store)
        assert _outside(base) == before


def _tree(base: Path, root: Path, links: dict[str, str], *, chain: bool) -> list[str]:
    """Make a tree with these links; every path in it that must lead nowhere."""
    for place in (base / "outside", base / "outside" / "deep", root / ".hidden"):
        place.mkdir(parents=True)
        (place / "quixotic.md").write_text(f"{_SECRET} words")
    for path in ("a.md", "a/a.md", "a/b/a.md"):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("inside")
    hostile = []
    for number, (place, target) in enumerate(links.items()):
        link = root / place
        if link.parent.is_symlink() or not link.parent.is_dir():
            if place != "people/_aliases.json" or "people" in links:
                continue
            link.parent.mkdir()
        goal = target.format(outside=base / "outside", root=root, self=link)
        if chain:
            middle = root / f".chain{number}"
            middle.symlink_to(goal)
            goal = str(middle)
        link.symlink_to(goal)
        hostile += [place, f"{place}/quixotic.md", f"{place}/deep/quixotic.md", f"{place}/etc"]
    return hostile


def _patterns(path: str) -> Iterator[str]:
    """The path, what is below it, and each part of it as a wildcard."""
    yield from (path, f"{path}/*", f"{path}/**", f"{path}/**/*.md", f"**/{path}/*")
    parts = path.split("/")
    for at in range(len(parts)):
        for wild in ("*", "**", f"[{parts[at][0]}]{parts[at][1:]}"):
            yield "/".join([*parts[:at], wild, *parts[at + 1 :]])


def _check_nothing_is_told(
    name: str, path: str, look: Callable[[MemoryStore, str], object], store: MemoryStore
) -> None:
    try:
        told = look(store, path)
    except StoreError:
        return
    if isinstance(told, TreeScan):
        told = told.files
    if name == "glob" and isinstance(told, list):
        # A wildcard may fit what stands inside.
        told = [one for one in told if one not in ("a.md", "a/a.md", "a/b/a.md")]
    assert not told, f"{name}({path!r}) told {told!r}"


def _outside(base: Path) -> dict[str, str]:
    """Every name outside the visible tree, and what it holds."""
    places = (base, base / "deep", base / "outside", base / "deep" / "memory" / ".hidden")
    found = {}
    for place in places:
        for path in place.rglob("*") if place.name in ("outside", ".hidden") else place.iterdir():
            found[str(path)] = path.read_text() if path.is_file() else ""
    found.pop(str(base / "deep" / "journal"), None)
    return found
