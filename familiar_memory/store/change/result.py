"""What a change may rest on, and what it returns."""

from __future__ import annotations

from familiar_memory.errors import ConflictError, LimitError
from familiar_memory.store.base import ABSENT, WriteResult
from familiar_memory.store.revision import revision_of

__all__ = ["changed", "check_expected", "check_size", "taken", "unchanged"]


def check_expected(rel_path: str, expected: str | None, old: bytes | None) -> None:
    """Raise `ConflictError` unless the file is at the revision that is expected, if one is."""
    if expected is None:
        return
    actual = ABSENT if old is None else revision_of(old)
    if expected != actual:
        raise ConflictError(
            f"{rel_path}: expected {_shown(expected)}, found {_shown(actual)}",
            "Read the file again, and apply the change to what is there now.",
        )


def check_size(rel_path: str, old: bytes | None, new: bytes, cap: int) -> None:
    """Raise `LimitError` where a file would be over the cap without having shrunk."""
    if len(new) > cap and (old is None or len(new) >= len(old)):
        raise LimitError(
            f"{rel_path}: it would be {len(new)} bytes, and {cap} is the most",
            "Shorten the file, or use another one.",
        )


def taken(rel_path: str) -> ConflictError:
    """The error for a path that must be free and is not."""
    return ConflictError(f"{rel_path}: something is there already", "Give another path.")


def unchanged(rel_path: str, old: bytes | None) -> WriteResult:
    """The result where nothing was to be done."""
    revision = None if old is None else revision_of(old)
    return WriteResult(rel_path, revision, revision, False, len(old or b""))


def changed(rel_path: str, old: bytes | None, new: bytes | None) -> WriteResult:
    """The result of having put new bytes in place of old ones."""
    return WriteResult(
        path=rel_path,
        revision=None if new is None else revision_of(new),
        before=None if old is None else revision_of(old),
        changed=True,
        size=len(new or b""),
    )


def _shown(revision: str) -> str:
    return f"revision {revision}" if revision else "no file"
