"""Owner, group, mode and attributes of what is written, and of what is new."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from familiar_memory.errors import StoreError
from familiar_memory.store import AuditJournal, Cause, MemoryStore, undo
from familiar_memory.store.disk.attributes import Attributes, give_attributes
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.testing import Crash, FaultyFileSystem

_HUMAN, _GROUP = 1000, 1001
_NOBODY = 65_534

_OPEN = tempfile.gettempdir()
"""Where everybody may go; as it is before the tests put what is temporary into their own room."""

as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)

_CHANGES: dict[str, Callable[[MemoryStore], object]] = {
    "write": lambda store: store.write_file("a.md", "new"),
    "append": lambda store: store.append_file("a.md", "new"),
    "edit": lambda store: store.edit("a.md", str.upper),
    "restore": lambda store: store.restore("a.md", b"new"),
}


def _attributes(path: Path) -> tuple[int, int, int, dict[str, bytes]]:
    state = path.lstat()
    names = os.listxattr(path) if hasattr(os, "listxattr") else ()
    return (
        state.st_uid,
        state.st_gid,
        stat.S_IMODE(state.st_mode),
        {name: os.getxattr(path, name) for name in names},
    )


def _with_xattr(path: Path) -> None:
    try:
        os.setxattr(path, "user.origin", b"by hand")
    except (AttributeError, OSError):
        pytest.skip("this disk keeps no extended attributes")


def _note_of_a_human(root: Path) -> Path:
    root.mkdir()
    os.chown(root, _HUMAN, _GROUP)
    note = root / "a.md"
    note.write_text("old")
    os.chown(note, _HUMAN, _GROUP)
    note.chmod(0o640)
    return note


@as_root
@pytest.mark.parametrize("name", _CHANGES)
def test_a_change_keeps_the_owner(name: str, tmp_path: Path) -> None:
    """And group and mode; the human can go on reading and writing their note."""
    note = _note_of_a_human(tmp_path / "memory")
    _CHANGES[name](MemoryStore(tmp_path / "memory"))
    assert note.read_text() != "old"
    assert _attributes(note)[:3] == (_HUMAN, _GROUP, 0o640)


@pytest.mark.parametrize("name", _CHANGES)
def test_a_change_keeps_extended_attributes(name: str, tmp_path: Path) -> None:
    """As tags of a file manager, and access lists."""
    note = tmp_path / "memory" / "a.md"
    note.parent.mkdir()
    note.write_text("old")
    note.chmod(0o604)
    _with_xattr(note)
    before = _attributes(note)
    _CHANGES[name](MemoryStore(tmp_path / "memory"))
    assert note.read_text() != "old"
    assert _attributes(note) == before


@as_root
def test_a_move_an_undo_and_a_restart_keep_the_owner(tmp_path: Path) -> None:
    """What goes aside and comes back is the same file, or one with the same attributes."""
    note = _note_of_a_human(tmp_path / "memory")
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal)
        store.move("a.md", "b.md", cause=Cause(batch="moved"))
        assert _attributes(note.with_name("b.md"))[:3] == (_HUMAN, _GROUP, 0o640)
        undo(store, journal, "moved")
        store.write_file("a.md", "new", cause=Cause(batch="written"))
        undo(store, journal, "written")
    assert note.read_text() == "old"
    assert _attributes(note)[:3] == (_HUMAN, _GROUP, 0o640)


@as_root
def test_what_root_makes_is_the_folders_owners(tmp_path: Path) -> None:
    """Notes, folders, locks and the journal: nobody is locked out of their own vault."""
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, _HUMAN, _GROUP)
    with AuditJournal(home / "journal") as journal:
        store = MemoryStore(home / "memory", journal=journal)
        store.write_file("topics/tea/green.md", "text")
        list(store.create_files({"lore/a.md": b"1", "lore/b.md": b"2"}))
    foreign = [
        str(path)
        for path in home.rglob("*")
        if (path.stat().st_uid, path.stat().st_gid) != (_HUMAN, _GROUP)
    ]
    assert foreign == []


class _Refusing(FileSystem):
    """A process that may not give files away, or not even to this group, or keep no attributes."""

    def __init__(self, *, group: bool, xattrs: bool = True) -> None:
        self._group = group
        self._takes_xattrs = xattrs

    def change_owner(self, fd: int, uid: int, gid: int) -> None:
        """Refused, but for the group, where that is allowed."""
        if uid != -1 or not self._group:
            raise PermissionError(errno.EPERM, "Operation not permitted")

    def set_xattr(self, fd: int, name: str, value: bytes) -> None:
        """Refused."""
        if not self._takes_xattrs:
            raise OSError(errno.ENOTSUP, "Operation not supported")
        super().set_xattr(fd, name, value)


@pytest.mark.parametrize(
    ("group", "mode", "after"),
    [
        (True, 0o640, 0o640),
        (True, 0o6750, 0o750),
        (False, 0o640, 0o600),
        (False, 0o664, 0o644),
        (False, 0o2775, 0o755),
        (False, 0o607, 0o607),
    ],
)
def test_what_cannot_be_kept_closes(group: bool, mode: int, after: int, tmp_path: Path) -> None:
    """A group that is not kept gets no more than everybody has."""
    path = tmp_path / "a.md"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        give_attributes(_Refusing(group=group), fd, Attributes(mode, 4242, 4243, {}))
    finally:
        os.close(fd)
    assert stat.S_IMODE(path.stat().st_mode) == after


def test_an_access_list_that_cannot_be_kept_closes(tmp_path: Path) -> None:
    """Without its list, the group's bits would mean more than they did."""
    path = tmp_path / "a.md"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    own = os.fstat(fd)
    wanted = Attributes(0o660, own.st_uid, own.st_gid, {"system.posix_acl_access": b"list"})
    try:
        give_attributes(_Refusing(group=True, xattrs=False), fd, wanted)
    finally:
        os.close(fd)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_no_step_of_a_change_opens_a_note(mode: int, tmp_path: Path) -> None:
    """Whatever step it dies at, no file of it, under no name, can be read by more people."""
    for number in range(1, 300):
        root = tmp_path / str(number)
        root.mkdir()
        (root / "a.md").write_text("old")
        (root / "a.md").chmod(mode)
        fs = FaultyFileSystem()
        store = MemoryStore(root, fs=fs)
        fs.fail_at(number)
        try:
            store.write_file("a.md", "secret")
        except Crash:
            pass
        else:
            return
        for path in root.glob("*a.md*"):
            assert stat.S_IMODE(path.stat().st_mode) & ~mode & 0o077 == 0, fs.calls[-1]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can go into; those of pytest are closed to others."""
    with tempfile.TemporaryDirectory(dir=_OPEN) as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@as_root
def test_who_is_not_root_can_still_write(open_folder: Path) -> None:
    """A group's shared folder: the note stays the group's, and as open as it was."""
    root = open_folder / "memory"
    root.mkdir()
    os.chown(root, _HUMAN, _NOBODY)
    root.chmod(0o770)
    note = root / "a.md"
    note.write_text("old")
    os.chown(note, _HUMAN, _NOBODY)
    note.chmod(0o660)
    assert _as_nobody(lambda: MemoryStore(root).write_file("a.md", "new")) == 0
    assert note.read_text() == "new"
    assert _attributes(note)[:3] == (_NOBODY, _NOBODY, 0o660)


def _as_nobody(work: Callable[[], object]) -> int:
    """Do it in a child process that has given up root's rights; its exit code."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)
            work()
        except BaseException:  # noqa: BLE001 - a child ends here
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_disk_that_fails_at_an_attribute_changes_nothing(tmp_path: Path) -> None:
    """An error that is no refusal stops the change; the old bytes and attributes stand."""

    class Broken(FileSystem):
        def copy_mode(self, fd: int, mode: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

    note = tmp_path / "a.md"
    note.write_text("old")
    note.chmod(0o640)
    with pytest.raises(StoreError, match="Input/output error"):
        MemoryStore(tmp_path, fs=Broken()).write_file("a.md", "new")
    assert (note.read_text(), stat.S_IMODE(note.stat().st_mode)) == ("old", 0o640)
    assert [path.name for path in tmp_path.glob("*.fm-tmp")] == []
