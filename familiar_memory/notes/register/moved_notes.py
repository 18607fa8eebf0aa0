"""Where notes that were renamed stand now, as the journal has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.store.journal.entry import ChangeState

if TYPE_CHECKING:
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["moved_notes"]

_NOTE = ".md"


def moved_notes(
    entries: Iterable[JournalEntry], is_there: Callable[[str], bool]
) -> Mapping[str, str]:
    """Paths of now by each end of a former path, compared by `spelling_key` and without `.md`."""
    now: dict[str, str] = {}
    came: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.moved_to is None or entry.state is not ChangeState.DONE:
            continue
        # Whatever came to be there by earlier moves goes along.
        along = [old for old in came.pop(entry.path, ()) if now[old] == entry.path]
        for old in dict.fromkeys((*along, entry.path)):
            now[old] = entry.moved_to
            came[entry.moved_to].append(old)
    ends: dict[str, str] = {}
    for old, path in now.items():
        if old != path and is_there(path):
            parts = spelling_key(old.removesuffix(_NOTE)).split("/")
            ends |= {"/".join(parts[at:]): path for at in range(len(parts))}
    return ends
