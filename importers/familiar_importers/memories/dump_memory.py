"""One memory of a dump, whatever program kept it, as the fields that a record can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from familiar_importers.memories.making.record_notes import folded
from familiar_importers.memories.reading.foreign_times import read_duration, read_time
from familiar_memory.domain.memory.memory_types import known_type
from familiar_memory.domain.memory.record import SOURCE_NAMES, RecordFields
from familiar_memory.errors import InputError

__all__ = ["DumpMemory", "read_memory", "text_key"]

TEXT_KEYS = ("memory", "content", "text", "fact")
_TYPES = {
    "semantic_memory": "semantic",
    "episodic_memory": "episodic",
    "procedural_memory": "procedural",
}
_KNOWN = frozenset(
    {
        *TEXT_KEYS,
        *("id", "user_id", "user_name", "platform", "subject", "category", "categories", "tags"),
        *("importance", "confidence", "type", "memory_type", "source", "ttl", "expires_at"),
        *("expiration_date", "created_at", "updated_at", "consolidated_into", "entities"),
        "metadata",
    }
)
_MOST_IMPORTANT = 10
"""The upper end of our scale."""


@dataclass(frozen=True, slots=True)
class DumpMemory:
    """A memory as it was read.

    `fields` have no audience yet. `unused` are keys that mean nothing here, and
    `remarks` say what could not be taken over as it was.
    """

    text: str
    id: str = ""
    user_id: str = ""
    user_name: str = ""
    platform: str = ""
    subject: str = ""
    fields: RecordFields = field(default_factory=RecordFields)
    merged_into: str = ""
    entities: tuple[Mapping[str, Any], ...] = ()
    unused: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def text_key(entry: Mapping[str, Any]) -> str | None:
    """Under which key the text of a memory stands."""
    return next((key for key in TEXT_KEYS if isinstance(entry.get(key), str)), None)


def read_memory(entry: object) -> DumpMemory:
    """Read one entry; what is in `metadata` counts where the entry itself says nothing.

    Raises:
        InputError: it is no object, or has no text.
    """
    if not isinstance(entry, dict):
        raise InputError("a memory is not an object", 'an object such as {"memory": "Likes tea"}')
    key = text_key(entry)
    if key is None:
        raise InputError("a memory has no text", f"a text under {', '.join(TEXT_KEYS)}")
    reading = _Reading(entry)
    metadata = entry.get("metadata")
    unused = [name for name in entry if name not in _KNOWN and entry[name] not in (None, "")]
    if isinstance(metadata, dict):
        unused += [f"metadata.{name}" for name in metadata if name not in _KNOWN]
    return DumpMemory(
        text=entry[key],
        id=reading.text("id"),
        user_id=reading.text("user_id"),
        user_name=reading.text("user_name"),
        platform=reading.text("platform").lower(),
        subject=reading.text("subject"),
        fields=reading.fields(),
        merged_into=reading.text("consolidated_into"),
        entities=tuple(one for one in reading.entries("entities") if isinstance(one, dict)),
        unused=tuple(unused),
        remarks=tuple(reading.remarks),
    )


class _Reading:
    """The values of one entry, each read once; what is odd is remarked and left out."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        metadata = entry.get("metadata")
        self._values = {**metadata, **_stated(entry)} if isinstance(metadata, dict) else entry
        self.remarks: list[str] = []

    def text(self, key: str) -> str:
        value = self._values.get(key)
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, str | int):
            return folded(str(value))
        self.remarks.append(f"{key!r} is not text; left out")
        return ""

    def entries(self, key: str) -> list[Any]:
        value = self._values.get(key)
        return value if isinstance(value, list) else []

    def time(self, key: str) -> datetime | None:
        value = self._values.get(key)
        if value in (None, ""):
            return None
        if (moment := read_time(value)) is None:
            self.remarks.append(f"{key!r} is {_shown(value)}, which is not a time; left out")
        return moment

    def fields(self) -> RecordFields:
        written = self.time("updated_at") or self.time("created_at")
        expires, is_temporary = self._expiry(self.time("created_at") or written)
        category, tags = self._words()
        return RecordFields(
            learned=None if written is None else written.date(),
            refs=(self.text("id"),) if self.text("id") else (),
            type=self._type(tags),
            category=category or None,
            importance=self._importance(),
            confidence=self._confidence(),
            tags=tuple(tags),
            expires=expires,
            temporary=is_temporary,
            source="import",
        )

    def _words(self) -> tuple[str, list[str]]:
        """The category, and the tags without repeats; further categories are tags."""
        categories = list(self._texts("categories"))
        category = self.text("category") or (categories.pop(0) if categories else "")
        source = self.text("source").lower()
        # What another program held for the user's own word is not that here: it is an import.
        origin = [source] if source in SOURCE_NAMES and source != "import" else []
        return category, list(dict.fromkeys((*self._texts("tags"), *categories, *origin)))

    def _texts(self, key: str) -> Iterator[str]:
        value = self._values.get(key)
        parts = value.split(",") if isinstance(value, str) else self.entries(key)
        return (folded(part) for part in parts if isinstance(part, str) and part.strip())

    def _type(self, tags: list[str]) -> str | None:
        given = self.text("type") or self.text("memory_type")
        if not given:
            return None
        if (known := known_type(given) or _TYPES.get(given.lower())) is None and given not in tags:
            tags.append(given)
        return known

    def _importance(self) -> int:
        value = self._values.get("importance")
        if value is None:
            return RecordFields().importance
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            if value < 1:
                return 1
            return _MOST_IMPORTANT if value > _MOST_IMPORTANT else round(value)
        self.remarks.append(f"'importance' is {_shown(value)}, not a number from 1 to 10; left out")
        return RecordFields().importance

    def _confidence(self) -> float | None:
        value = self._values.get("confidence")
        if value is None:
            return None
        if isinstance(value, int | Decimal) and not isinstance(value, bool) and 0 <= value <= 1:
            return round(float(value), 4)
        self.remarks.append(f"'confidence' is {_shown(value)}, not a number from 0 to 1; left out")
        return None

    def _expiry(self, made: datetime | None) -> tuple[datetime | None, bool]:
        """When it ends; and whether it ends at a time that is not known."""
        for key in ("ttl", "expires_at", "expiration_date"):
            value = self._values.get(key)
            if value in (None, ""):
                continue
            if (moment := read_time(value)) is not None:
                return moment, False
            lasting = read_duration(value)
            if lasting is not None and made is not None:
                try:
                    return made + lasting, False
                except OverflowError:
                    return None, False
            self.remarks.append(
                f"{key!r} is {_shown(value)}, which is not a time; kept as temporary"
            )
            return None, True
        return None, False


def _stated(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value is not None}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
