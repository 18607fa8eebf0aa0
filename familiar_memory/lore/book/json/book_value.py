"""A lorebook as JSON: whose dialect it is, and its entries in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from familiar_memory.domain.memory.lore import BookSettings
from familiar_memory.errors import InputError
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.json.kinds import ABSENT, read_field

__all__ = ["MAX_ENTRIES", "BookValue", "RawEntry", "read_book"]

MAX_ENTRIES = 20_000
"""A file with more is no lorebook."""

_ACCEPTED = (
    "a lorebook: an object with `entries` (an object or a list), a list of entries, a"
    " lorebook_v3, or one of NovelAI, Agnai or Risu"
)
_WORLD_INFO_NAMES = frozenset({"uid", "key", "keysecondary", "disable"})
_BOOK_NAMES = frozenset({"keys", "secondary_keys", "insertion_order", "enabled"})


@dataclass(frozen=True, slots=True)
class RawEntry:
    """One entry: its key in an object of entries (None in a list), and its value."""

    key: str | None
    raw: Any

    def with_raw(self, raw: Any) -> RawEntry:  # noqa: ANN401 - JSON
        """The same place with another value."""
        return replace(self, raw=raw)


@dataclass(frozen=True, slots=True)
class BookValue:
    """A book that was read. `problem` says why it has no entries that can be read."""

    value: Any
    dialect: BookDialect
    entries: tuple[RawEntry, ...]
    problem: str = ""

    @property
    def body(self) -> Mapping[str, Any]:
        """The object that holds name and settings; empty for a bare list."""
        body = self.value.get("data") if self.dialect is BookDialect.LOREBOOK_V3 else self.value
        return body if isinstance(body, dict) else {}

    @property
    def name(self) -> str:
        """What the book calls itself, or nothing."""
        name = self.body.get("name")
        return name.strip() if isinstance(name, str) else ""

    @property
    def settings(self) -> BookSettings:
        """What it says for all of its entries."""
        body = self.body
        return BookSettings(
            scan_depth=_setting(body, "scan_depth"),
            token_budget=_setting(body, "token_budget", "scan_depth"),
            recursive=_setting(body, "recursive_scanning", "constant"),
        )

    @property
    def is_keyed(self) -> bool:
        """Whether the entries are an object rather than a list."""
        return isinstance(self._entries_value, dict)

    def with_entries(self, entries: Sequence[RawEntry]) -> Any:  # noqa: ANN401 - JSON
        """The value with these entries in their place; all else as it was, in its order."""
        if self.problem and not entries:
            return self.value
        if self.is_keyed:
            new: Any = {
                str(n) if entry.key is None else entry.key: entry.raw
                for n, entry in enumerate(entries)
            }
        else:
            new = [entry.raw for entry in entries]
        if isinstance(self.value, list):
            return new
        if self.dialect is BookDialect.LOREBOOK_V3:
            return {**self.value, "data": {**self.body, "entries": new}}
        return {**self.value, _entries_key(self.dialect): new}

    @property
    def _entries_value(self) -> object:
        if isinstance(self.value, list):
            return self.value
        return self.body.get(_entries_key(self.dialect))


def read_book(value: object, label: str, *, is_lenient: bool = False) -> BookValue:
    """Find dialect and entries. `label` names the file and the place in it.

    A book inside a card is read leniently: without entries it is empty, and says so.

    Raises:
        InputError: it is no lorebook, its entries are neither an object nor a list, or
            there are more than 20,000.
    """
    if isinstance(value, list):
        return BookValue(value, BookDialect.CHARACTER_BOOK, _listed(value, label))
    if not isinstance(value, dict):
        raise InputError(f"{label}: it is {_kind(value)}, no lorebook", _ACCEPTED)
    dialect, holder, field = _holder(value, label)
    entries = holder.get(field, ABSENT)
    if not isinstance(entries, dict | list):
        there = "is missing" if entries is ABSENT else f"is {_kind(entries)}"
        if is_lenient:
            problem = f"`{field}` {there}: the book has no entries"
            return BookValue(value, dialect or BookDialect.CHARACTER_BOOK, (), problem)
        raise InputError(f"{label}: `{field}` {there}", f"in `{field}` an object or a list")
    found = _listed(entries, label)
    return BookValue(value, dialect or _dialect_by_names(entries), found)


def _holder(value: dict[str, Any], label: str) -> tuple[BookDialect | None, dict[str, Any], str]:
    """The dialect as far as the file says it, and where the entries are."""
    if value.get("spec") == BookDialect.LOREBOOK_V3:
        data = value.get("data", ABSENT)
        if not isinstance(data, dict):
            raise InputError(
                f"{label}: `data` is {_kind(data)}", "in `data` the lorebook, an object"
            )
        return BookDialect.LOREBOOK_V3, data, "entries"
    if "lorebookVersion" in value:
        return BookDialect.NOVELAI, value, "entries"
    if value.get("kind") == "memory":
        return BookDialect.AGNAI, value, "entries"
    if value.get("type") == "risu":
        return BookDialect.RISU, value, "data"
    return None, value, "entries"


def _entries_key(dialect: BookDialect) -> str:
    return "data" if dialect is BookDialect.RISU else "entries"


def _dialect_by_names(entries: dict[str, Any] | list[Any]) -> BookDialect:
    """World Info or character book: which names more entries have; then what holds them."""
    values = entries.values() if isinstance(entries, dict) else entries
    objects = [entry for entry in values if isinstance(entry, dict)]
    world = sum(not _WORLD_INFO_NAMES.isdisjoint(entry) for entry in objects)
    book = sum(not _BOOK_NAMES.isdisjoint(entry) for entry in objects)
    is_world = isinstance(entries, dict) if world == book else world > book
    return BookDialect.WORLD_INFO if is_world else BookDialect.CHARACTER_BOOK


def _listed(entries: dict[str, Any] | list[Any], label: str) -> tuple[RawEntry, ...]:
    if len(entries) > MAX_ENTRIES:
        raise InputError(f"{label}: {len(entries):,} entries", f"at most {MAX_ENTRIES:,}")
    if isinstance(entries, dict):
        return tuple(RawEntry(key, raw) for key, raw in entries.items())
    return tuple(RawEntry(None, raw) for raw in entries)


def _setting(body: Mapping[str, Any], name: str, kind: str = "scan_depth") -> Any:  # noqa: ANN401
    value, _ = read_field(kind, body.get(name))
    return None if value is ABSENT else value


def _kind(value: object) -> str:
    if value is ABSENT:
        return "missing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float | Decimal):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "an object"
