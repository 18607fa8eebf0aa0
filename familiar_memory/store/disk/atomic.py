"""Changing one file so that it is whole at every instant, and no save of an editor is lost.

The caller holds the file's lock; an editor holds none, so each function is told the
revision that it may replace and looks again at what it did replace. When an editor was
quicker, the editor's bytes are put back (or were never touched) and `OvertakenError` is
raised. After any failure the old bytes stand, and no temporary file is left.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from familiar_memory.store.disk.attributes import attributes_of
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.disk.reading import read_regular
from familiar_memory.store.disk.staging import beside, discard, write_temporary
from familiar_memory.store.leftover import OLD
from familiar_memory.store.revision import revision_of

__all__ = [
    "OvertakenError",
    "claim",
    "create_file",
    "create_files",
    "move_file",
    "place_new",
    "place_over",
    "remove_file",
    "rename_file",
    "replace_file",
    "stage_file",
]

T = TypeVar("T")


class OvertakenError(Exception):
    """Someone saved the file in between; their bytes stand."""


def create_file(fs: FileSystem, target: Spot, data: bytes) -> None:
    """Put a file where there is none; `OvertakenError` when one has appeared."""
    place_new(fs, stage_file(fs, target, data, is_new=True), target)


def stage_file(fs: FileSystem, target: Spot, data: bytes, *, is_new: bool) -> Spot:
    """Write a file beside the target, for `place_new` or, with its attributes, `place_over`."""
    like = None if is_new else _present(lambda: attributes_of(fs, target))
    return write_temporary(fs, target, data, like=like)


def place_new(fs: FileSystem, temporary: Spot, target: Spot) -> None:
    """Put a staged file where there is none; `OvertakenError` when one has appeared."""
    try:
        claim(fs, temporary, target)
        try:
            fs.sync_directory(target)
        except BaseException:
            fs.unlink(target)
            raise
    finally:
        discard(fs, temporary)


def create_files(fs: FileSystem, files: Mapping[Spot, bytes]) -> None:
    """Put files of one folder where there are none: all of them, or none.

    `OvertakenError` names the one that has appeared. Their bytes reach the disk side by
    side, where the system waits for each; the folder is made lasting once.
    """
    temporaries: dict[Spot, Spot] = {}
    made: list[Spot] = []
    try:
        _write_temporaries(fs, files, temporaries)
        for target in files:
            try:
                claim(fs, temporaries[target], target)
            except OvertakenError:
                raise OvertakenError(target.name) from None
            made.append(target)
        fs.sync_directory(next(iter(files)))
    except BaseException:
        for target in reversed(made):
            with contextlib.suppress(OSError, OvertakenError):
                remove_file(fs, target, revision_of(files[target]))
        raise
    finally:
        for temporary in temporaries.values():
            discard(fs, temporary)


def _write_temporaries(
    fs: FileSystem, files: Mapping[Spot, bytes], written: dict[Spot, Spot]
) -> None:
    """Write each file under another name; what was written by then is in `written`."""

    def write(target: Spot) -> None:
        written[target] = write_temporary(fs, target, files[target], like=None)

    if fs.parallel_writes == 1:
        for target in files:
            write(target)
        return
    with ThreadPoolExecutor(fs.parallel_writes, "store") as pool:
        for done in [pool.submit(write, target) for target in files]:
            done.result()


def replace_file(fs: FileSystem, target: Spot, data: bytes, expected: str) -> None:
    """Put new bytes in place of the revision `expected`, with the old file's attributes."""
    temporary = stage_file(fs, target, data, is_new=False)
    place_over(fs, temporary, target, expected, revision_of(data))


def place_over(fs: FileSystem, temporary: Spot, target: Spot, expected: str, ours: str) -> None:
    """Put a staged file, of the revision `ours`, in place of the revision `expected`."""
    aside = beside(target, OLD)
    try:
        linked = _present(lambda: fs.link(target, aside))
        _check(fs, aside if linked else target, expected)
        if linked:
            _check_same_file(fs, target, aside)
        fs.replace(temporary, target)
    except BaseException:
        discard(fs, temporary)
        discard(fs, aside)
        raise
    if linked:
        _seal_replacement(fs, target, aside, expected, ours)
    else:
        fs.sync_directory(target)


def _seal_replacement(fs: FileSystem, target: Spot, aside: Spot, expected: str, ours: str) -> None:
    """Make the rename last; take it back when it fails, or replaced what nobody had read.

    Whatever fails, the old file keeps a name until its bytes are known to be the
    expected ones or stand in their place again.
    """
    try:
        fs.sync_directory(target)
        _check(fs, aside, expected)
    except BaseException:
        try:
            _check(fs, target, ours)
        except OvertakenError:
            # An editor has saved over our bytes by now: that is the newest there is.
            discard(fs, aside)
        else:
            fs.replace(aside, target)
        raise
    discard(fs, aside)


def remove_file(fs: FileSystem, target: Spot, expected: str) -> None:
    """Take away the revision `expected`; what was taken is looked at before it is gone."""
    aside = beside(target, OLD)
    _present(lambda: fs.replace(target, aside))
    try:
        _check(fs, aside, expected)
        fs.sync_directory(target)
    except BaseException:
        # If an editor has saved a new file by now, that one is newer and stays.
        with contextlib.suppress(OvertakenError):
            claim(fs, aside, target)
        discard(fs, aside)
        raise
    discard(fs, aside)


def move_file(fs: FileSystem, source: Spot, target: Spot, expected: str) -> None:
    """Give the revision `expected` another name that must be free; it is never without one."""
    _check(fs, source, expected)
    if not _present(lambda: fs.link(source, target)):
        _check_absent(fs, target)
        fs.replace(source, target)
        _sync_both(fs, source, target)
        return
    try:
        _check_same_file(fs, source, target)
        _sync_both(fs, target, target)
        remove_file(fs, source, expected)
    except BaseException:
        discard(fs, target)
        raise


def rename_file(fs: FileSystem, source: Spot, target: Spot, expected: str) -> None:
    """Spell the name of the revision `expected` anew, on any disk.

    A disk that folds names has one entry for both spellings, so no second name can
    be made first.
    """
    _check(fs, source, expected)
    fs.replace(source, target)
    _sync_both(fs, source, target)


def _sync_both(fs: FileSystem, source: Spot, target: Spot) -> None:
    fs.sync_directory(target)
    if source.folder != target.folder:
        fs.sync_directory(source)


def claim(fs: FileSystem, path: Spot, target: Spot) -> None:
    """Give a file a name that must be free: by a link, which never overwrites."""
    try:
        if fs.link(path, target):
            return
        _check_absent(fs, target)
        fs.replace(path, target)
    except FileExistsError as error:
        raise OvertakenError from error


def _check(fs: FileSystem, path: Spot, expected: str) -> None:
    data = _present(lambda: read_regular(fs, path, path.name, follow=False))
    if revision_of(data) != expected:
        raise OvertakenError


def _check_same_file(fs: FileSystem, path: Spot, other: Spot) -> None:
    first, second = _present(lambda: (fs.lstat(path), fs.lstat(other)))
    if (first.st_dev, first.st_ino) != (second.st_dev, second.st_ino):
        raise OvertakenError


def _check_absent(fs: FileSystem, path: Spot) -> None:
    try:
        fs.lstat(path)
    except FileNotFoundError:
        return
    raise FileExistsError(path.path)


def _present(call: Callable[[], T]) -> T:
    """Run a step on a file that was there a moment ago."""
    try:
        return call()
    except FileNotFoundError as error:
        raise OvertakenError from error
