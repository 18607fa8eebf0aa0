"""An entry of a lorebook as it is activated, whatever file it came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

__all__ = ["BookSettings", "LoreBook", "LoreEntry", "LoreLogic", "LorePosition", "LoreSource"]


class LoreLogic(IntEnum):
    """What the secondary keys must do besides a primary key that was found."""

    AND_ANY = 0
    NOT_ALL = 1
    NOT_ANY = 2
    AND_ALL = 3


class LorePosition(StrEnum):
    """Where in a prompt an entry stands."""

    BEFORE_CHARACTER = "before_character"
    AFTER_CHARACTER = "after_character"
    NOTE_TOP = "note_top"
    NOTE_BOTTOM = "note_bottom"
    AT_DEPTH = "at_depth"
    EXAMPLES_TOP = "examples_top"
    EXAMPLES_BOTTOM = "examples_bottom"
    OUTLET = "outlet"


class LoreSource(StrEnum):
    """Texts beside the messages in which an entry may look for its keys."""

    PERSONA = "persona"
    DESCRIPTION = "description"
    PERSONALITY = "personality"
    DEPTH_PROMPT = "depth_prompt"
    SCENARIO = "scenario"
    CREATOR_NOTES = "creator_notes"


@dataclass(frozen=True, slots=True)
class LoreEntry:
    """One entry. `path` is its note; None in a setting = as the book or the familiar has it.

    `keys` are plain texts or `/pattern/flags`; with `use_regex` every key is a pattern.
    `probability` is in percent, None = always. `sticky`, `cooldown` and `delay` are
    counted in messages, 0 = none. `delay_until_recursion` is the level from which it may
    be found by recursion only; 0 = at once. `role` is system | user | assistant.
    `visibility` is what the note's frontmatter says (an audience key, `public`), None = nothing.
    """

    path: str
    title: str
    content: str
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    logic: LoreLogic = LoreLogic.AND_ANY
    selective: bool = True
    enabled: bool = True
    constant: bool = False
    order: float = 100
    priority: float | None = None
    position: LorePosition = LorePosition.BEFORE_CHARACTER
    depth: int = 4
    role: str = "system"
    outlet: str = ""
    probability: float | None = None
    scan_depth: int | None = None
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    use_regex: bool = False
    ignore_budget: bool = False
    exclude_recursion: bool = False
    prevent_recursion: bool = False
    delay_until_recursion: int = 0
    groups: tuple[str, ...] = ()
    group_override: bool = False
    group_weight: float = 100
    group_scoring: bool | None = None
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    triggers: tuple[str, ...] = ()
    character_names: tuple[str, ...] = ()
    character_tags: tuple[str, ...] = ()
    characters_excluded: bool = False
    sources: frozenset[LoreSource] = field(default_factory=frozenset)
    visibility: str | None = None


@dataclass(frozen=True, slots=True)
class BookSettings:
    """What a book says for all of its entries; None = it says nothing."""

    scan_depth: int | None = None
    token_budget: int | None = None
    recursive: bool | None = None


@dataclass(frozen=True, slots=True)
class LoreBook:
    """The entries of one folder of lore, in the book's own order.

    `folder` is its path in the tree (`lore/imported/tavern`, or `lore` for what was
    written here); `of_character` when it came inside a character's card.
    """

    name: str
    folder: str
    entries: tuple[LoreEntry, ...]
    settings: BookSettings = field(default_factory=BookSettings)
    of_character: bool = False
