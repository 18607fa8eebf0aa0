"""What is to change of a record: each field is left as it is, set, or taken away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import InputError

__all__ = ["RecordPatch"]

_NAMES = tuple(one.name for one in fields(RecordFields))
_DEFAULTS = RecordFields()
_WORDS = frozenset({"subject", "category", "quote", "tags"})
"""Fields that hold words of whoever fills them in."""


@dataclass(frozen=True, slots=True)
class RecordPatch:
    """The new text (None: as it is), and the new values of fields, by the names of `RecordFields`.

    A field that is not named stays; one that is named with None is taken away.

    Raises:
        InputError: there is no such field, or the text is empty.
    """

    text: str | None = None
    fields: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        unknown = sorted(set(self.fields) - set(_NAMES))
        if unknown:
            raise InputError(f"a record has no field {unknown[0]!r}", ", ".join(_NAMES))
        if self.text is not None and not self.text.strip():
            raise InputError("the new text is empty", "a text, or None to leave it as it is")
        object.__setattr__(self, "fields", MappingProxyType(dict(self.fields)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to change."""
        return self.text is None and not self.fields

    @property
    def has_words(self) -> bool:
        """Whether it brings words that somebody has put, and not only numbers, dates and kinds."""
        return self.text is not None or not _WORDS.isdisjoint(self.fields)

    def applied(self, record: Record) -> Record:
        """The record with what changes; whether it still is the fact that it was is left open."""
        values = {
            name: getattr(_DEFAULTS, name) if value is None else value
            for name, value in self.fields.items()
        }
        changed = replace(record, fields=replace(record.fields, **values))
        return changed if self.text is None else replace(changed, text=self.text.strip())
