"""Notes that stood in the tree and were deleted, as the journal has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.store.erasing import ERASING
from familiar_memory.store.journal.entry import ChangeState

if TYPE_CHECKING:
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["GoneNote", "gone_notes"]

_NOTE = ".md"


@dataclass(frozen=True, slots=True)
class GoneNote:
    """A note that is gone: where it stood last, and when it was deleted."""

    path: str
    when: datetime


def gone_notes(
    entries: Iterable[JournalEntry], is_there: Callable[[str], bool]
) -> Mapping[str, GoneNote]:
    """What was deleted, by each end of a path that it had, by `spelling_key` and without `.md`.

    Of several of one name the last is meant. What was forgotten, or lost a part of its past to
    that, is not among them: nothing is to say again that it was there. Nor is a file that has
    vanished without anybody saying that it was deleted.
    """
    gone: dict[str, GoneNote] = {}
    former: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.state is not ChangeState.DONE:
            continue
        if entry.moved_to is not None:
            former[entry.moved_to] = [*former.pop(entry.path, ()), entry.path]
            gone.pop(entry.moved_to, None)
            continue
        gone.pop(entry.path, None)
        if entry.after is not None:
            continue
        for path in (*former.pop(entry.path, ()), entry.path):
            # It comes last, as what was deleted last.
            gone.pop(path, None)
            if entry.source != ERASING and not entry.erased:
                gone[path] = GoneNote(entry.path, entry.time)
    ends: dict[str, GoneNote] = {}
    for path, note in gone.items():
        if path.endswith(_NOTE) and not is_there(path):
            parts = spelling_key(path.removesuffix(_NOTE)).split("/")
            ends |= {"/".join(parts[at:]): note for at in range(len(parts))}
    return ends
