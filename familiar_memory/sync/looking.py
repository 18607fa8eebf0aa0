"""Looks at many documents of a source at once: by one sweep, where that is cheaper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from familiar_memory.domain.memory.source import DocumentSource, Stamp
from familiar_memory.errors import FamiliarError

__all__ = ["moved_on", "named_once", "stamps_of"]

_STAMP_ONE_BY_ONE = 256
"""One sweep over a source is cheaper than more looks than this."""


def stamps_of(
    source: DocumentSource, keys: Iterable[str]
) -> tuple[dict[str, Stamp | None], dict[str, str]]:
    """Stamps by key (None = known to be gone), and why some cannot be told."""
    wanted = list(keys)
    looked: dict[str, Stamp | None] = {}
    failed: dict[str, str] = {}
    found: dict[str, Stamp] = {}
    if len(wanted) > _STAMP_ONE_BY_ONE:
        # What the sweep lacks is looked at all the same.
        found = {stamp.key: stamp for stamp in source.scan().stamps}
    for key in wanted:
        try:
            looked[key] = found[key] if key in found else source.stamp(key)
        except FamiliarError as problem:
            failed[key] = problem.problem
    return looked, failed


def moved_on(source: DocumentSource, written: Sequence[Stamp]) -> tuple[list[Stamp], list[str]]:
    """The newer stamps of documents that have changed since they were stamped; which are gone."""
    if not written:
        return [], []
    looked, _ = stamps_of(source, (stamp.key for stamp in written))
    newer = [now for one in written if (now := looked.get(one.key)) is not None and now != one]
    return newer, [key for key, now in looked.items() if now is None]


def named_once(unreadable: dict[str, str]) -> dict[str, str]:
    """Each path once: a scan names what may be a folder as `x` and as `x/`."""
    return {
        path: reason
        for path, reason in unreadable.items()
        if not path.endswith("/") or path[:-1] not in unreadable
    }
