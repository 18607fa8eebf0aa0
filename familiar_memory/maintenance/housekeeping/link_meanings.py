"""What a link may have meant that leads to no note: one rule for doctor and for housekeeping."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import TOPICS, below, note_of_person
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.notes.register.lost_links import LostLink, Vault
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import ChangeState

__all__ = ["LinkMeanings"]

_NOTE = ".md"


class LinkMeanings:
    """What a link may have meant that leads to no note."""

    def __init__(
        self,
        bearers: Mapping[str, tuple[str, ...]],
        register: TreeRegister,
        journal: JournalReader,
        vault: Vault,
    ) -> None:
        """`bearers` are who is called what, the slugs of people by spelled names."""
        self._bearers = bearers
        self._register = register
        self._vault = vault
        self._moved = _moved(journal, vault)

    def is_planned(self, lost: LostLink) -> bool:
        """Whether it names a note that may never have been there: a bare name of nobody known."""
        if lost.note is not None or not lost.is_bare or lost.has_line:
            return False
        return not bearers_of(self._bearers, lost.name) and self.meant_by(lost) is None

    def meant_by(self, lost: LostLink) -> str | None:
        """The path of the note that it most likely means; None where nothing speaks for any.

        That is the one that was renamed from it, else the one that has the name for its id, else
        the one person who is called so, else a note of that name in another folder.
        """
        moved = self._moved.get(spelling_key(lost.name))
        if moved is not None:
            return moved
        stem = lost.name.rpartition("/")[2]
        keys = [note_of_person(stem), f"{below(TOPICS)}{stem}{_NOTE}"]
        if len(slugs := bearers_of(self._bearers, stem)) == 1:
            keys.append(note_of_person(slugs[0]))
        for key in keys:
            try:
                path = self._register.path_of(key)
            except FamiliarError:
                continue
            if path is not None and self._vault.has(path):
                return path
        return self._vault.called(stem)


def _moved(journal: JournalReader, vault: Vault) -> Mapping[str, str]:
    """Where notes that were renamed stand now, by the compared ends of their former paths."""
    now: dict[str, str] = {}
    came: dict[str, list[str]] = defaultdict(list)
    for entry in journal.entries():
        if entry.moved_to is None or entry.state is not ChangeState.DONE:
            continue
        # Whatever came to be there by earlier moves goes along.
        along = [old for old in came.pop(entry.path, ()) if now[old] == entry.path]
        for old in dict.fromkeys((*along, entry.path)):
            now[old] = entry.moved_to
            came[entry.moved_to].append(old)
    ends: dict[str, str] = {}
    for old, path in now.items():
        if old != path and vault.has(path):
            parts_of = spelling_key(old.removesuffix(_NOTE)).split("/")
            ends |= {"/".join(parts_of[at:]): path for at in range(len(parts_of))}
    return ends
