"""A folder that is swapped for a link between the check and the opening leads nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from familiar_memory.errors import NotFoundError, PathError, StoreError
from familiar_memory.store import MemoryStore
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.folders import FolderCursor, opened

pytestmark = pytest.mark.skipif(
    not FileSystem().works_from_folders, reason="this system cannot work from open folders"
)


class _Swapping(FileSystem):
    """Swaps a folder for a link that leads out, just before the call of a given number."""

    def __init__(self, swap: Callable[[], None]) -> None:
        self.calls = 0
        self._swap_at = 10**9
        self._swap = swap

    def __getattribute__(self, name: str) -> object:
        value = super().__getattribute__(name)
        if name.startswith("_") or not callable(value):
            return value

        def call(*args: object, **kwargs: object) -> object:
            self.calls += 1
            if self.calls == self._swap_at:
                self._swap()
            return value(*args, **kwargs)

        return call


def _prepared(root: Path) -> None:
    for place in ("memory/people", "outside"):
        (root / place).mkdir(parents=True)
        (root / place / "a.md").write_text(f"in {place}")


_ACTIONS: dict[str, Callable[[MemoryStore], object]] = {
    "read": lambda store: store.read_file("people/a.md"),
    "grep": lambda store: [hit.text for hit in store.grep("in")],
    "write": lambda store: store.write_file("people/a.md", "new"),
    "create": lambda store: store.write_file("people/b.md", "new"),
    "create below": lambda store: store.write_file("people/x/b.md", "new"),
    "append": lambda store: store.append_file("people/a.md", "new"),
    "delete": lambda store: store.delete("people/a.md"),
    "move": lambda store: store.move("people/a.md", "b.md"),
    "move in": lambda store: store.move("people/a.md", "people/c.md"),
}


@pytest.mark.parametrize("action", _ACTIONS)
def test_nothing_outside_is_read_or_changed(action: str, tmp_path: Path) -> None:
    """Whichever step the swap comes before: the outside keeps every byte, and tells none."""
    for number in range(1, 200):
        root = tmp_path / str(number)
        _prepared(root)
        people = root / "memory" / "people"

        def swap(root: Path = root, people: Path = people) -> None:
            people.rename(root / "away")
            people.symlink_to(root / "outside")

        fs = _Swapping(swap)
        store = MemoryStore(root / "memory", fs=fs)
        store.write_file("first.md", "")
        fs.calls = 0
        fs._swap_at = number
        try:
            told = _ACTIONS[action](store)
        except StoreError:
            told = None
        assert sorted(path.name for path in (root / "outside").iterdir()) == ["a.md"]
        assert (root / "outside" / "a.md").read_text() == "in outside"
        assert "outside" not in str(told)
        if fs.calls < number:
            assert number > 5
            return
    raise AssertionError("the action has no end")


def test_a_link_is_never_entered(tmp_path: Path) -> None:
    """Nor is one the file; what is missing is missing, or made when that is asked."""
    _prepared(tmp_path)
    memory = tmp_path / "memory"
    (memory / "link").symlink_to(tmp_path / "outside")
    fs = FileSystem()
    with pytest.raises(PathError), opened(fs, str(memory), "link/a.md"):
        pass
    with pytest.raises(FileNotFoundError), opened(fs, str(memory), "none/a.md"):
        pass
    with pytest.raises(PathError), opened(fs, str(memory), "link/x/a.md", make_folders=True):
        pass
    with opened(fs, str(memory), "x/y/a.md", make_folders=True) as spot:
        assert (spot.folder, spot.name) == (f"{memory}/x/y", "a.md")
    assert (memory / "x" / "y").is_dir()


def test_no_folder_stays_open(tmp_path: Path) -> None:
    """However an action ends."""
    _prepared(tmp_path)
    store = MemoryStore(tmp_path / "memory")
    store.write_file("people/b.md", "x")
    before = _open_files()
    store.read_file("people/a.md")
    store.grep("in")
    with pytest.raises(NotFoundError):
        store.read_file("people/none.md")
    with pytest.raises(StoreError):
        store.read_file("people/a.md/x")
    store.move("people/a.md", "b.md")
    assert _open_files() == before


def _open_files() -> int:
    """How many files this process has open, where the system tells."""
    listed = Path("/proc/self/fd")
    return len(list(listed.iterdir())) if listed.exists() else 0


def test_files_in_a_row_share_their_folder(tmp_path: Path) -> None:
    """A folder is opened once for them."""
    _prepared(tmp_path)

    class Counting(FileSystem):
        opened = 0

        def open_folder(self, place: str | Spot) -> int:
            self.opened += 1
            return super().open_folder(place)

    fs = Counting()
    cursor = FolderCursor(fs, str(tmp_path / "memory"))
    spots = [cursor.spot(f"people/{name}.md") for name in "abc"]
    assert len({spot.fd for spot in spots}) == 1
    assert fs.opened == 2
    cursor.close()
    cursor.close()


def test_a_system_without_open_folders_serves(tmp_path: Path) -> None:
    """By paths, with the checks before."""

    class Plain(FileSystem):
        @property
        def works_from_folders(self) -> bool:
            return False

    _prepared(tmp_path)
    store = MemoryStore(tmp_path / "memory", fs=Plain())
    for action in ("create below", "append", "read", "grep", "move in"):
        _ACTIONS[action](store)
    assert store.glob("**") == ["people/c.md", "people/x/b.md"]
    assert store.read_file("people/c.md") == "in memory/peoplenew"
