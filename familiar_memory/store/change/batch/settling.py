"""What the files of a batch that was cut off are to hold, so that it is all or nothing. Pure.

The files are changed in their order, so one that stands as it was changed tells that those
before it were changed too, and one that stands as it was tells that those behind it were not.
That is how a file is judged which a person has edited meanwhile; where it is the one at which
the batch was cut off, what lay beside it tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from familiar_memory.store.revision import revision_of
from familiar_memory.store.undo.merge import OverlapError, take_out

__all__ = ["BatchFile", "Plan", "Version", "roll_back", "roll_forward"]

Plan = dict[str, bytes | None]
"""What files are to hold (None: they are to go), in the order in which to change them."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a file was or was to be: its revision (None: no file), and its bytes, if kept."""

    revision: str | None
    data: bytes | None

    @classmethod
    def of(cls, data: bytes | None) -> Version:
        """The version with these bytes."""
        return cls(None if data is None else revision_of(data), data)

    @property
    def is_lost(self) -> bool:
        """Whether it had bytes that are no longer kept."""
        return self.revision is not None and self.data is None

    def is_of(self, data: bytes | None) -> bool:
        """Whether a file with these bytes stands at this version."""
        return self.revision == (None if data is None else revision_of(data))


@dataclass(frozen=True, slots=True)
class BatchFile:
    """A file of a batch: before the batch, after it, and as it stands.

    `was_changed` says whether the batch got as far as this file, where that is known.
    `seems_untouched`: what lay beside it says that it did not, unless the files say otherwise.
    """

    path: str
    before: Version
    after: Version
    stands: bytes | None
    was_changed: bool | None = None
    seems_untouched: bool = False

    @property
    def is_before(self) -> bool:
        """Whether it stands as it was."""
        return self.before.is_of(self.stands)

    @property
    def is_after(self) -> bool:
        """Whether it stands as the batch was to leave it."""
        return self.after.is_of(self.stands)

    @property
    def is_lost(self) -> bool:
        """Whether the change itself is no longer known."""
        return self.before.is_lost or self.after.is_lost


def roll_forward(files: Sequence[BatchFile]) -> Plan | None:
    """What makes it all; None where that is not possible, or none of it was made yet.

    Who asked for a batch of which nothing was made may have been told that it failed. What a
    person has edited keeps the edit: where the batch had not come to the file yet, its change
    is merged into what they saved.
    """
    told = _changed(files)
    if True not in told:
        return None
    plan: Plan = {}
    for file, was_changed in zip(files, told, strict=True):
        if file.is_after or (was_changed and not file.is_before):
            continue
        if file.is_before:
            if file.after.is_lost:
                return None
            plan[file.path] = file.after.data
        elif was_changed is None or (merged := _merged(file)) is None:
            return None
        else:
            plan[file.path] = merged
    return plan


def roll_back(files: Sequence[BatchFile]) -> Plan | None:
    """What makes it nothing; None where that is not possible.

    What a person has edited after it was changed loses the lines of the change, unless they
    have edited these too: then it stays.
    """
    plan: Plan = {}
    for file, was_changed in reversed(list(zip(files, _changed(files), strict=True))):
        if file.is_before:
            continue
        if file.is_after:
            if file.before.is_lost:
                return None
            plan[file.path] = file.before.data
        elif was_changed and (rest := _without(file)) is not None and rest != file.stands:
            is_empty = file.before.revision is None and not rest.strip()
            plan[file.path] = None if is_empty else rest
    return plan


def _changed(files: Sequence[BatchFile]) -> list[bool | None]:
    """Whether the batch got as far as each file; None where nobody can tell."""
    last_after = max((at for at, file in enumerate(files) if file.is_after), default=-1)
    first_before = min((at for at, file in enumerate(files) if file.is_before), default=len(files))
    told: list[bool | None] = []
    for at, file in enumerate(files):
        if file.was_changed is not None:
            told.append(file.was_changed)
        elif at <= last_after or _holds_change(file):
            told.append(True)
        else:
            told.append(False if at >= first_before or file.seems_untouched else None)
    return told


def _holds_change(file: BatchFile) -> bool:
    """Whether every line that came with the change is there, and none that went."""
    if file.is_lost or file.stands is None:
        return False
    before, after, now = (
        Counter(data.splitlines()) if data else Counter[bytes]()
        for data in (file.before.data, file.after.data, file.stands)
    )
    came, went = after - before, before - after
    return bool(came or went) and (
        all(now[line] >= after[line] for line in came)
        and all(now[line] <= after[line] for line in went)
    )


def _merged(file: BatchFile) -> bytes | None:
    """What a person saved, with the change in it; None where both touch the same lines."""
    before, after, now = file.before.data, file.after.data, file.stands
    if before is None or after is None or now is None:
        return None
    try:
        return take_out(after, before, now)
    except OverlapError:
        return None


def _without(file: BatchFile) -> bytes | None:
    """What a person saved, without the change; None where they have edited its lines."""
    if file.is_lost or file.stands is None:
        return None
    try:
        return take_out(file.before.data or b"", file.after.data or b"", file.stands)
    except OverlapError:
        return None
