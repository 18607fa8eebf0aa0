"""Owner, group, mode and extended attributes, from an old file to the one that replaces it.

ACLs are extended attributes too. What the system does not let this process give is left
out, and then the new file is closed rather than opened: nobody may read it who could not
read the old one.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.ownership import NOT_POSSIBLE

__all__ = ["PRIVATE_MODE", "Attributes", "attributes_of", "give_attributes"]

PRIVATE_MODE: Final = 0o600
"""Of a file that has not got its attributes yet."""

_ACL: Final = "system.posix_acl_access"
_KEEP: Final = -1
"""`chown` leaves an owner that is -1 as it is."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """What a file has beside its bytes and times; `xattrs` as far as they can be read."""

    mode: int
    uid: int
    gid: int
    xattrs: Mapping[str, bytes]


def attributes_of(fs: FileSystem, place: Spot) -> Attributes:
    """Those of a file, a link not followed; `OSError` when it cannot be opened."""
    fd = fs.open_read(place, follow=False)
    try:
        state = fs.fstat(fd)
        return Attributes(stat.S_IMODE(state.st_mode), state.st_uid, state.st_gid, fs.xattrs(fd))
    finally:
        fs.close(fd)


def give_attributes(fs: FileSystem, fd: int, wanted: Attributes) -> None:
    """Give an open file that was just made, with `PRIVATE_MODE`, these attributes.

    The owner comes first, since a change of owner may take bits of the mode away, and the
    mode last, since it is what opens the file. Without the right to give the file away
    the group alone is kept, where this user is in it; without that, the group of the new
    file gets no more than everybody.
    """
    state = fs.fstat(fd)
    has_owner = state.st_uid == wanted.uid
    has_group = state.st_gid == wanted.gid
    if not (has_owner and has_group):
        if _was_possible(partial(fs.change_owner, fd, wanted.uid, wanted.gid)):
            has_owner = has_group = True
        elif not has_group:
            has_group = _was_possible(partial(fs.change_owner, fd, _KEEP, wanted.gid))
    has_acl = _give_xattrs(fs, fd, wanted.xattrs)
    mode = wanted.mode
    if not has_owner:
        mode &= ~(stat.S_ISUID | stat.S_ISGID)
    if not (has_group and has_acl):
        mode &= ~stat.S_ISGID & ~(stat.S_IRWXG & ~((mode & stat.S_IRWXO) << 3))
    fs.copy_mode(fd, mode)


def _give_xattrs(fs: FileSystem, fd: int, wanted: Mapping[str, bytes]) -> bool:
    """Make them those, as far as possible; whether the list of who may do what is right."""
    present = fs.xattrs(fd)
    has_acl = True
    for name, value in wanted.items():
        if present.get(name) != value and not _was_possible(partial(fs.set_xattr, fd, name, value)):
            has_acl = has_acl and name != _ACL
    for name in present.keys() - wanted.keys():
        # A folder may give each new file a list of its own.
        if not _was_possible(partial(fs.remove_xattr, fd, name)):
            has_acl = has_acl and name != _ACL
    return has_acl


def _was_possible(step: Callable[[], None]) -> bool:
    try:
        step()
    except OSError as error:
        if error.errno in NOT_POSSIBLE:
            return False
        raise
    return True
