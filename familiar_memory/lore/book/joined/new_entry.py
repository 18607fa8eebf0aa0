"""A new entry in a dialect, with the values that its own program gives to new ones."""

from __future__ import annotations

import copy
import uuid
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.lore.book.joined.patching import patched, put
from familiar_memory.lore.book.json.book_value import RawEntry
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.notes.shown import ShownEntry

__all__ = ["NEW_ENTRIES", "are_patterns", "free_uid", "new_entry"]

_NAMESPACE = uuid.UUID("6f6f2a0e-7a0d-5d0c-9d0c-0f5a1c2b3d4e")

NEW_ENTRIES: Final[Mapping[BookDialect, Mapping[str, Any]]] = MappingProxyType(
    {
        BookDialect.WORLD_INFO: {
            "uid": 0,
            "key": [],
            "keysecondary": [],
            "comment": "",
            "content": "",
            "constant": False,
            "vectorized": False,
            "selective": True,
            "selectiveLogic": 0,
            "addMemo": True,
            "order": 100,
            "position": 0,
            "disable": False,
            "ignoreBudget": False,
            "excludeRecursion": False,
            "preventRecursion": False,
            "matchPersonaDescription": False,
            "matchCharacterDescription": False,
            "matchCharacterPersonality": False,
            "matchCharacterDepthPrompt": False,
            "matchScenario": False,
            "matchCreatorNotes": False,
            "delayUntilRecursion": 0,
            "probability": 100,
            "useProbability": True,
            "depth": 4,
            "outletName": "",
            "group": "",
            "groupOverride": False,
            "groupWeight": 100,
            "scanDepth": None,
            "caseSensitive": None,
            "matchWholeWords": None,
            "useGroupScoring": None,
            "automationId": "",
            "role": 0,
            "sticky": None,
            "cooldown": None,
            "delay": None,
            "triggers": [],
        },
        BookDialect.CHARACTER_BOOK: {
            "id": 0,
            "keys": [],
            "secondary_keys": [],
            "comment": "",
            "content": "",
            "constant": False,
            "selective": True,
            "insertion_order": 100,
            "enabled": True,
            "position": "before_char",
            "use_regex": False,
            "extensions": {},
        },
        BookDialect.NOVELAI: {
            "text": "",
            "contextConfig": {
                "prefix": "",
                "suffix": "\n",
                "tokenBudget": 2048,
                "reservedTokens": 0,
                "budgetPriority": 400,
                "trimDirection": "trimBottom",
                "insertionType": "newline",
                "maximumTrimType": "sentence",
                "insertionPosition": -1,
            },
            "lastUpdatedAt": 0,
            "displayName": "",
            "id": "",
            "keys": [],
            "searchRange": 1000,
            "enabled": True,
            "forceActivation": False,
            "keyRelative": False,
            "nonStoryActivatable": False,
            "category": "",
            "loreBiasGroups": [],
        },
        BookDialect.AGNAI: {
            "name": "",
            "entry": "",
            "keywords": [],
            "weight": 0,
            "priority": 0,
            "enabled": True,
        },
        BookDialect.RISU: {
            "key": "",
            "secondkey": "",
            "insertorder": 100,
            "comment": "",
            "content": "",
            "mode": "normal",
            "alwaysActive": False,
            "selective": False,
        },
    }
)
"""What a new entry holds before its note is read into it."""


def new_entry(
    note: ShownEntry,
    path: str,
    dialect: BookDialect,
    entries: Iterable[RawEntry],
    *,
    is_keyed: bool,
) -> RawEntry:
    """The entry of a note that no file knows; `path` names one without a title."""
    taken = list(entries)
    known = BookDialect.CHARACTER_BOOK if dialect is BookDialect.LOREBOOK_V3 else dialect
    raw = copy.deepcopy(dict(NEW_ENTRIES[known]))
    title = note.title or path.rpartition("/")[2].removesuffix(".md")
    uid = free_uid(taken, dialect)
    if dialect is BookDialect.NOVELAI:
        raw["id"] = str(uuid.uuid5(_NAMESPACE, f"{path}\n{title}"))
    elif "uid" in raw or "id" in raw:
        raw["uid" if "uid" in raw else "id"] = uid
    raw = put(raw, "title", title, dialect)
    # A note that shows no form says nothing of keys: a new one has none then.
    raw = patched(raw, dialect, len(taken), note)
    if "use_regex" in raw and are_patterns(note.keys):
        raw = {**raw, "use_regex": True}
    return RawEntry(str(uid) if is_keyed else None, raw)


def are_patterns(keys: tuple[str, ...]) -> bool:
    """Whether there are keys, and each is written `/like this/`."""
    return bool(keys) and all(key.startswith("/") and key.rfind("/") > 1 for key in keys)


def free_uid(entries: Iterable[RawEntry], dialect: BookDialect) -> int:
    """The smallest number that is neither the uid nor the key of an entry."""
    name = "uid" if dialect is BookDialect.WORLD_INFO else "id"
    taken: set[str] = set()
    for entry in entries:
        taken.add(str(entry.key))
        if isinstance(entry.raw, dict):
            taken.add(str(entry.raw.get(name)))
    return next(number for number in range(len(taken) + 1) if str(number) not in taken)
