"""Room in a note for one reach: what others say in private takes none of it."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.errors import LimitError
from familiar_memory.knowledge.audience import AudiencePolicy, reach_of
from familiar_memory.markdown.audience.sizes import audience_sizes, size_for
from familiar_memory.markdown.tree import parse_note

__all__ = ["NoteRoom"]


@dataclass(frozen=True, slots=True)
class NoteRoom:
    """How much of a note the talk of one reach may fill, in bytes (`cap`).

    So a file may grow beyond the cap: by at most as much for each reach with lines in it.
    """

    path: str
    reach: str
    policy: AudiencePolicy
    default_audience: str
    cap: int

    def check(self, old: str, new: str) -> None:
        """Refuse what would fill the note further; what shrinks it always passes.

        Raises:
            LimitError: it says how large the part of this reach would be.
        """
        if len(new.encode("utf-8", "replace")) <= self.cap:
            return
        size = self._size(new)
        if size > self.cap and size >= self._size(old):
            raise LimitError(
                f"{self.path}: what is for everyone and for {self.reach} would be {size} bytes,"
                f" and {self.cap} is the most",
                "Shorten the file, or raise store.max_file_bytes.",
            )

    def _size(self, text: str) -> int:
        sizes = audience_sizes(self.path, parse_note(text, path=self.path), self.default_audience)
        return size_for(sizes, lambda place: reach_of(place, self.policy) == self.reach)
