"""What a link may have meant that leads to no note: one rule for doctor and for housekeeping."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import TOPICS, below, is_below, note_of_person
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.entities.kinds import read_kind
from familiar_memory.knowledge.names import folded_name, spelled_name
from familiar_memory.notes.register.gone_notes import GoneNote, gone_notes
from familiar_memory.notes.register.lost_links import LostLink, Vault
from familiar_memory.notes.register.moved_notes import moved_notes
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.journal.base import JournalReader

__all__ = ["LinkMeanings", "is_kind"]

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
        self._folded: dict[str, set[str]] = defaultdict(set)
        for name, slugs in bearers.items():
            self._folded[folded_name(name)].update(slugs)
        self._register = register
        self._journal = journal
        self._vault = vault

    def is_planned(self, lost: LostLink) -> bool:
        """Whether it names a note that may never have been there: a bare name of nobody known."""
        if lost.note is not None or not lost.is_bare or lost.has_line:
            return False
        if self._called(lost.name) or self.meant_by(lost) is not None:
            return False
        return self.gone(lost) is None

    def gone(self, lost: LostLink) -> GoneNote | None:
        """The note that it led to, and that was deleted; None where none is known to have been."""
        if lost.note is not None or is_kind(lost):
            return None
        return self._gone.get(spelling_key(lost.name))

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
        if len(slugs := self._called(stem)) == 1:
            keys.append(note_of_person(slugs[0]))
        for key in keys:
            try:
                path = self._register.path_of(key)
            except FamiliarError:
                continue
            if path is not None and self._vault.has(path):
                return path
        return self._vault.called(stem)

    @cached_property
    def _moved(self) -> Mapping[str, str]:
        return moved_notes(self._journal.entries(), self._vault.has)

    @cached_property
    def _gone(self) -> Mapping[str, GoneNote]:
        return gone_notes(self._journal.entries(), self._vault.has)

    def _called(self, name: str) -> tuple[str, ...]:
        """As `bearers_of`, without a look at every name for each link."""
        found = self._bearers.get(spelled_name(name))
        return tuple(sorted(self._folded.get(folded_name(name), ()))) if found is None else found


def is_kind(lost: LostLink) -> bool:
    """Whether it says what a topic is, as `type:: [[project]]` does: nobody means to write that."""
    return is_below(lost.path, TOPICS) and read_kind(lost.name) is not None
