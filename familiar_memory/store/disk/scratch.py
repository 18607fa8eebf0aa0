"""Folders for what a process keeps for itself, and nothing of which outlives it for long.

Whoever is killed takes nothing away, and what is kept so are words of notes and turns. So
each folder is locked by its owner, whose locks the system ends with it, and one whose lock
is free is removed at the next opening, and by erasing.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import FileLock

from familiar_memory.store.disk.ownership import make_folders

__all__ = ["SCRATCH", "Scratch", "ScratchRoom", "lend_elsewhere", "system_rooms"]

SCRATCH: Final = "scratch"
"""What such a room is called where it has a place of its own."""
_LENT = re.compile(r"[a-z-]+-[0-9a-f]{16}")
"""What such folders are called; others are not ours to take."""
_ROOM_LOCK = "scratch.lock"
_OWNER_LOCK = "owner.lock"
_FOR = "for"
_ROOM_TIMEOUT_S = 10.0
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Scratch:
    """A folder that is this process's until it is closed, forgotten, or the process ends."""

    def __init__(self, path: Path, lock: FileLock) -> None:
        self.path = path
        self._end = weakref.finalize(self, _remove, path, lock, os.getpid())

    def close(self) -> None:
        """Remove it with all that is in it; doing it again does nothing."""
        self._end()


@dataclass(frozen=True, slots=True)
class ScratchRoom:
    """A folder in which processes have such folders, each its own."""

    folder: Path

    def lend(self, kind: str, about: Path | None = None) -> Scratch:
        """A new folder, whose name begins with its kind.

        `about` is the file or folder whose contents are going to be kept in it.

        Raises:
            OSError: it cannot be made, or somebody else has been making one for ten seconds.
        """
        if self.folder.is_symlink():
            # It would keep words outside of the tree, and sweep what somebody has there.
            self.folder.unlink()
        make_folders(self.folder)
        with ExitStack() as undone, self._locked():
            path = self.folder / f"{kind}-{secrets.token_hex(8)}"
            make_folders(path)
            path.chmod(0o700)
            undone.callback(shutil.rmtree, path, ignore_errors=True)
            # It may be closed by another thread than the one that asked for it.
            lock = FileLock(path / _OWNER_LOCK, timeout=0, thread_local=False)
            lock.acquire()
            if about is not None:
                (path / _FOR).write_text(str(about.resolve()), "utf-8", "surrogateescape")
            undone.pop_all()
        return Scratch(path, lock)

    def sweep(self) -> int:
        """Remove what owners that are gone have left; how many folders.

        What cannot be removed stays, for who can remove it.
        """
        if not any(self._folders()):
            return 0
        with suppress(OSError), self._locked():
            return sum(self._swept(folder) for folder in list(self._folders()))
        return 0

    def about(self, place: Path) -> Iterator[Path]:
        """Folders that keep what was below a place, and those of which nobody says what."""
        inside = place.resolve()
        for folder in self._folders():
            try:
                told = (folder / _FOR).read_text("utf-8", "surrogateescape")
            except OSError:
                yield folder
                continue
            if Path(told).is_relative_to(inside):
                yield folder

    def _folders(self) -> Iterator[Path]:
        if self.folder.is_symlink():
            return
        with suppress(OSError):
            yield from sorted(filter(_is_lent, self.folder.iterdir()))

    def _locked(self) -> FileLock:
        return FileLock(self.folder / _ROOM_LOCK, timeout=_ROOM_TIMEOUT_S)

    def _swept(self, folder: Path) -> bool:
        # Nobody makes or sweeps one meanwhile, so whoever does not hold the lock is gone.
        try:
            with FileLock(folder / _OWNER_LOCK, timeout=0):
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            return False
        shutil.rmtree(folder, ignore_errors=True)
        return not folder.exists()


def _remove(path: Path, lock: FileLock, owner: int) -> None:
    if os.getpid() != owner:
        # A forked child ends, or forgets what it has inherited: its parent has it still.
        return
    # While it is locked; on Windows the lock itself cannot go before it is let go of.
    shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        lock.release()
    shutil.rmtree(path, ignore_errors=True)


def _is_lent(path: Path) -> bool:
    """Whether it is such a folder: what lies beyond a link never is."""
    return bool(_LENT.fullmatch(path.name)) and path.is_dir() and not path.is_symlink()


def lend_elsewhere(kind: str, about: Path | None = None) -> Scratch:
    """A new folder in the system's place for such, for those who cannot write where files are.

    As `ScratchRoom.lend`, which says what is raised.
    """
    with suppress(FileExistsError):
        _system_folder().mkdir(mode=0o700)
    rooms = system_rooms()
    # If there is none somebody else has taken the name, and could read along or put another
    # in its place.
    room = rooms[0] if rooms else ScratchRoom(Path(tempfile.mkdtemp(prefix=_instead())))
    return room.lend(kind, about)


def system_rooms() -> tuple[ScratchRoom, ...]:
    """The rooms that this user has in the system's place for what is temporary.

    More than one only where somebody else has taken the name of the first.
    """
    first, others = _system_folder(), _instead()
    try:
        instead = sorted(one for one in first.parent.iterdir() if one.name.startswith(others))
    except OSError:
        instead = []
    return tuple(ScratchRoom(one) for one in (first, *instead) if _is_ours(one))


def _system_folder() -> Path:
    user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""
    return Path(tempfile.gettempdir(), f"familiar-memory{user}")


def _instead() -> str:
    return f"{_system_folder().name}-instead-"


def _is_ours(folder: Path) -> bool:
    try:
        state = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(state.st_mode):
        return False
    if not hasattr(os, "geteuid"):
        return True
    return state.st_uid == os.geteuid() and not state.st_mode & _OTHERS
