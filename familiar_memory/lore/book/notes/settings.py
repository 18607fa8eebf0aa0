"""What the frontmatter of a note in `lore/` may say of its entry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.domain.memory.lore import LoreSource
from familiar_memory.lore.book.json.kinds import ABSENT, read_field

__all__ = ["SETTINGS", "odd_settings", "settings_of"]

SETTINGS: Final = MappingProxyType(
    {
        "keys": "words, any of which calls the entry",
        "secondary_keys": "words that it needs as well",
        "logic": "any | all | none | not all (of the secondary keys)",
        "enabled": "true | false",
        "constant": "true | false: always there",
        "order": "a number: higher stands later in the prompt, and wins a place in the budget",
        "priority": "a number: the lowest is dropped first",
        "position": (
            "before_character | after_character | note_top | note_bottom | at_depth |"
            " examples_top | examples_bottom | outlet"
        ),
        "depth": "a number of messages from the end, for at_depth",
        "role": "system | user | assistant, for at_depth",
        "outlet": "the outlet's name",
        "probability": "0 to 100",
        "scan_depth": "how many messages are searched",
        "case_sensitive": "true | false",
        "whole_words": "true | false",
        "use_regex": "true | false: every key is a pattern",
        "ignore_budget": "true | false",
        "exclude_recursion": "true | false: not called by other entries",
        "prevent_recursion": "true | false: calls no other entries",
        "delay_until_recursion": "a level from 1, or true",
        "group": "names of groups, of each of which one entry comes",
        "group_override": "true | false",
        "group_weight": "a number",
        "group_scoring": "true | false",
        "sticky": "a number of messages",
        "cooldown": "a number of messages",
        "delay": "a number of messages",
        "triggers": "normal | continue | impersonate | swipe | regenerate | quiet",
        "characters": "names of the characters for whom it is",
        "character_tags": "tags of the characters for whom it is",
        "exclude_characters": "true | false: it is for all others",
        "sources": (
            "persona | description | personality | depth_prompt | scenario | creator_notes"
        ),
    }
)
"""Every name that is read, and what it may say."""

_AS_FIELD: Final = MappingProxyType(
    {
        "characters": "triggers",
        "character_tags": "triggers",
        "exclude_characters": "constant",
        "sources": "triggers",
    }
)
_SOURCES = frozenset(source.value for source in LoreSource)


def settings_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that can be read, each as its meaning."""
    return {
        name: value for name in data.keys() & SETTINGS if (value := _read(name, data)) is not ABSENT
    }


def odd_settings(data: Mapping[str, Any]) -> list[str]:
    """The settings that cannot be read, and what they may say."""
    return [
        f"`{name}: {data[name]}` cannot be read: {SETTINGS[name]}"
        for name in SETTINGS
        if name in data and data[name] is not None and _read(name, data) is ABSENT
    ]


def _read(name: str, data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - as many types as settings
    value, _ = read_field(_AS_FIELD.get(name, name), data[name])
    if name == "sources" and value is not ABSENT and not _SOURCES.issuperset(value):
        return ABSENT
    return value
