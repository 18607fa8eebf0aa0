"""The kinds of lorebook files there are, and by which names each calls the same field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

__all__ = [
    "OWN_EXTENSION",
    "SOURCE_FIELDS",
    "At",
    "BookDialect",
    "Names",
    "field_names",
    "places_of",
]

OWN_EXTENSION: Final = "familiar_memory"
"""The key below `extensions` for what a dialect has no field for."""


class BookDialect(StrEnum):
    """Whose names a book's fields carry."""

    WORLD_INFO = "worldinfo"
    CHARACTER_BOOK = "character_book"
    LOREBOOK_V3 = "lorebook_v3"
    NOVELAI = "novelai"
    AGNAI = "agnai"
    RISU = "risu"


@dataclass(frozen=True, slots=True)
class At:
    """Where a field stands in an entry; what is `inverted` says the reverse of the field."""

    path: tuple[str, ...]
    inverted: bool = False


Names = Mapping[str, tuple[At, ...]]
"""The places of each field. A new value is written to the first of them."""

SOURCE_FIELDS: Final = MappingProxyType(
    {
        "match_persona": "persona",
        "match_description": "description",
        "match_personality": "personality",
        "match_depth_prompt": "depth_prompt",
        "match_scenario": "scenario",
        "match_creator_notes": "creator_notes",
    }
)
"""The flags that let an entry look beyond the messages, and the `LoreSource` each stands for."""


def field_names(dialect: BookDialect) -> Names:
    """The names of one dialect alone."""
    return _NAMES[dialect]


def places_of(dialect: BookDialect) -> Names:
    """Where a field may stand in an entry of a book: by its own names, then by the others'.

    Hybrids carry two sets of names, and exports are written by hand: each entry is read by
    the fields that it has. The first place that is there counts.
    """
    return _PLACES[dialect]


def _table(rows: Mapping[str, str]) -> Names:
    return MappingProxyType(
        {field: tuple(_at(word) for word in words.split()) for field, words in rows.items()}
    )


def _at(word: str) -> At:
    return At(tuple(word.removeprefix("!").split(".")), word.startswith("!"))


_WORLD_INFO = _table(
    {
        "id": "uid",
        "keys": "key",
        "secondary_keys": "keysecondary",
        "title": "comment",
        "content": "content",
        "constant": "constant",
        "vectorized": "vectorized",
        "selective": "selective",
        "logic": "selectiveLogic",
        "add_memo": "addMemo",
        "order": "order",
        "position": "position",
        "enabled": "!disable",
        "ignore_budget": "ignoreBudget",
        "exclude_recursion": "excludeRecursion",
        "prevent_recursion": "preventRecursion",
        "delay_until_recursion": "delayUntilRecursion",
        "match_persona": "matchPersonaDescription",
        "match_description": "matchCharacterDescription",
        "match_personality": "matchCharacterPersonality",
        "match_depth_prompt": "matchCharacterDepthPrompt",
        "match_scenario": "matchScenario",
        "match_creator_notes": "matchCreatorNotes",
        "probability": "probability",
        "use_probability": "useProbability",
        "depth": "depth",
        "outlet": "outletName",
        "group": "group",
        "group_override": "groupOverride",
        "group_weight": "groupWeight",
        "scan_depth": "scanDepth",
        "case_sensitive": "caseSensitive",
        "whole_words": "matchWholeWords",
        "group_scoring": "useGroupScoring",
        "automation_id": "automationId",
        "role": "role",
        "sticky": "sticky",
        "cooldown": "cooldown",
        "delay": "delay",
        "triggers": "triggers",
        "display_index": "displayIndex",
        "character_filter": "characterFilter",
    }
)

# What SillyTavern keeps of an entry below the extensions of a character book. Others write
# the names of its World Info there.
_CHARACTER_BOOK = _table(
    {
        "id": "id",
        "keys": "keys",
        "secondary_keys": "secondary_keys",
        "title": "comment name",
        "content": "content",
        "constant": "constant",
        "vectorized": "extensions.vectorized",
        "selective": "selective",
        "logic": "extensions.selectiveLogic extensions.selective_logic",
        "order": "insertion_order",
        "priority": "priority",
        "position": "extensions.position position",
        "enabled": "enabled",
        "use_regex": "use_regex",
        "ignore_budget": "extensions.ignore_budget extensions.ignoreBudget",
        "exclude_recursion": "extensions.exclude_recursion extensions.excludeRecursion",
        "prevent_recursion": "extensions.prevent_recursion extensions.preventRecursion",
        "delay_until_recursion": (
            "extensions.delay_until_recursion extensions.delayUntilRecursion"
        ),
        "match_persona": (
            "extensions.match_persona_description extensions.matchPersonaDescription"
        ),
        "match_description": (
            "extensions.match_character_description extensions.matchCharacterDescription"
        ),
        "match_personality": (
            "extensions.match_character_personality extensions.matchCharacterPersonality"
        ),
        "match_depth_prompt": (
            "extensions.match_character_depth_prompt extensions.matchCharacterDepthPrompt"
        ),
        "match_scenario": "extensions.match_scenario extensions.matchScenario",
        "match_creator_notes": "extensions.match_creator_notes extensions.matchCreatorNotes",
        "probability": "extensions.probability",
        "use_probability": "extensions.useProbability extensions.use_probability",
        "depth": "extensions.depth",
        "outlet": "extensions.outlet_name extensions.outletName",
        "group": "extensions.group",
        "group_override": "extensions.group_override extensions.groupOverride",
        "group_weight": "extensions.group_weight extensions.groupWeight",
        "scan_depth": "extensions.scan_depth extensions.scanDepth",
        "case_sensitive": ("extensions.case_sensitive extensions.caseSensitive case_sensitive"),
        "whole_words": "extensions.match_whole_words extensions.matchWholeWords",
        "group_scoring": "extensions.use_group_scoring extensions.useGroupScoring",
        "automation_id": "extensions.automation_id extensions.automationId",
        "role": "extensions.role",
        "sticky": "extensions.sticky",
        "cooldown": "extensions.cooldown",
        "delay": "extensions.delay",
        "triggers": "extensions.triggers",
        "display_index": "extensions.display_index extensions.displayIndex",
        "character_filter": "extensions.character_filter extensions.characterFilter",
    }
)

_NOVELAI = _table(
    {
        "id": "id",
        "keys": "keys",
        "title": "displayName",
        "content": "text",
        "constant": "forceActivation",
        "order": "contextConfig.budgetPriority",
        "enabled": "enabled",
    }
)

_AGNAI = _table(
    {
        "keys": "keywords",
        "title": "name",
        "content": "entry",
        "order": "weight",
        "priority": "priority",
        "enabled": "enabled",
    }
)

_RISU = _table(
    {
        "keys": "key",
        "secondary_keys": "secondkey",
        "title": "comment",
        "content": "content",
        "constant": "alwaysActive",
        "selective": "selective",
        "order": "insertorder",
        "probability": "activationPercent",
        "use_regex": "useRegex",
    }
)

_NAMES: Final[Mapping[BookDialect, Names]] = MappingProxyType(
    {
        BookDialect.WORLD_INFO: _WORLD_INFO,
        BookDialect.CHARACTER_BOOK: _CHARACTER_BOOK,
        BookDialect.LOREBOOK_V3: _CHARACTER_BOOK,
        BookDialect.NOVELAI: _NOVELAI,
        BookDialect.AGNAI: _AGNAI,
        BookDialect.RISU: _RISU,
    }
)


def _merged(first: Names) -> Names:
    tables = (first, _WORLD_INFO, _CHARACTER_BOOK, _NOVELAI, _AGNAI, _RISU)
    fields = dict.fromkeys(field for table in tables for field in table)
    return MappingProxyType(
        {
            field: (
                *dict.fromkeys(at for table in tables for at in table.get(field, ())),
                At(("extensions", OWN_EXTENSION, field)),
            )
            for field in fields
        }
    )


_PLACES: Final[Mapping[BookDialect, Names]] = MappingProxyType(
    {dialect: _merged(table) for dialect, table in _NAMES.items()}
)
