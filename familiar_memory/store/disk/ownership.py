"""What belongs to whom: files that root makes in somebody's tree are that person's.

A bot or a command that runs as root works in the folders of a person who does not. What
it makes there takes the owner and group of the folder that it is made in, or the person
could not change, sync or even read it. Who is not root cannot give anything away, and
what such a process makes is its own, as with any other program.
"""
# These are bare calls on paths.
# ruff: noqa: PTH100, PTH110, PTH112, PTH116, PTH120

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

__all__ = ["NOT_POSSIBLE", "hand_over", "make_file", "make_folders"]

NOT_POSSIBLE: Final = frozenset(
    {errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
)
"""What a system says that does not let this process give, or the disk keep, an attribute."""


def hand_over(fd: int, folder: int | str) -> None:
    """Give an open file or folder that was just made to the owner of the folder it is in.

    Nothing happens unless this process is root, or where the system does not let it.
    """
    if not _is_root():
        return
    state = os.stat(folder)
    if state.st_uid == os.geteuid():
        return
    try:
        os.fchown(fd, state.st_uid, state.st_gid)
    except OSError as error:
        if error.errno not in NOT_POSSIBLE:
            raise


def make_file(path: str | Path, mode: int = 0o644) -> None:
    """Make an empty file for a library that would make it as its own; one that stands stays.

    Without root's rights nothing is made: the library's own way is as good.
    """
    if not _is_root():
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with contextlib.suppress(FileExistsError):
        fd = os.open(path, flags, mode)
        try:
            hand_over(fd, os.path.dirname(os.path.abspath(path)))
        finally:
            os.close(fd)


def make_folders(path: str | Path, made: list[Path] | None = None) -> None:
    """Make a folder and those above it that are missing; what was made is added to `made`.

    `FileExistsError` or `NotADirectoryError` when something else stands there.
    """
    missing: list[Path] = []
    above = Path(path)
    while not os.path.exists(above):
        missing.append(above)
        above = above.parent
    for one in reversed(missing):
        with contextlib.suppress(FileExistsError):
            _make_folder(one)
            if made is not None:
                made.append(one)
    if not os.path.isdir(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _make_folder(path: Path) -> None:
    path.mkdir()
    if not _is_root():
        return
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        hand_over(fd, str(path.parent))
    finally:
        os.close(fd)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
