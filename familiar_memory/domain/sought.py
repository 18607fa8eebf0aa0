"""What is looked for in bytes: texts in every form in which our files hold them, and ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from familiar_memory.domain.erasure import Erasure, holds_any, redacted, spellings
from familiar_memory.domain.traces import IdPattern

__all__ = ["Sought"]


class Sought:
    """Texts, as they are and within JSON, anywhere; ids as whole words."""

    def __init__(self, spelled: Sequence[bytes], ids: Iterable[str] = ()) -> None:
        """Take `spellings` of texts, and ids."""
        self.spelled = tuple(spelled)
        self.ids = IdPattern(ids)
        self.reach = max(self.ids.reach, *map(len, self.spelled), 0)
        """No find is longer than so many bytes."""

    @classmethod
    def of(cls, what: Erasure) -> Sought:
        """What an erasure wants to be nowhere."""
        return cls(spellings(what.texts), what.traces.ids)

    def __bool__(self) -> bool:
        return bool(self.spelled) or bool(self.ids)

    def holds(self, data: bytes) -> bool:
        """Whether any of it stands in the bytes."""
        return holds_any(data, self.spelled) or self.ids.is_in(data)

    def is_in(self, text: str) -> bool:
        """Whether any of it stands in a text."""
        return self.holds(text.encode(errors="replace"))

    def taken_from(self, text: str) -> str:
        """What somebody else said, without ids and the lines that hold one of the texts."""
        return redacted(self.ids.replaced(text).encode(), self.spelled).decode()
