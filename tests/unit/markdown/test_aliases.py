"""Names under `## Aliases`."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.aliases import alias_bullets, clean_alias
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser

NOTE = r"""
# Rowan Ash

- not a name

## Aliases

- Rowan
* **Ro** (from school)
1. *The Potter*
2) [[rowan-ash|Ash]]
- [Mud Hands](../people/x.md)
- dark_lord_ <!-- old game -->
- Ro
- ~~Roland~~
- `kiln\_keeper` (2026-01-28, in:discord-dm-42) ^a1
- __Mx. Ash__ (they) (always)
- <!-- nothing -->
- (:
  - nested name
- ロワン

## Facts

- neither
"""


def test_names_are_cleaned_of_markup() -> None:
    """Every kind of bullet, in order, without repeats and struck names."""
    assert alias_bullets(parse_note(NOTE)) == (
        "Rowan",
        "Ro",
        "The Potter",
        "Ash",
        "Mud Hands",
        "dark_lord_",
        "kiln_keeper",
        "Mx. Ash",
        "(:",
        "nested name",
        "ロワン",
    )


BRACKETS = ("()", "（）", "[]", "{}", "【】", "「」", "⟨⟩", "［］")


@pytest.mark.parametrize("brackets", BRACKETS)
@pytest.mark.parametrize("colon", [":", "：", " : "])
@pytest.mark.parametrize("before", ["Zed", "Zed (old)", "**Zed**"])
def test_a_tail_in_whatever_signs_is_no_part_of_a_name(brackets, colon, before) -> None:
    """And it says for whom the name is."""
    bullet = f"{before} {brackets[0]}in{colon}owner{brackets[1]}"
    assert clean_alias(bullet) == "Zed"
    note = f"# Rowan\n\n## Aliases\n\n- {bullet}\n"
    told = NoteParser().read("people/discord-7.md", note, "").aliases
    assert [(one.name, one.audience) for one in told if one.name != "Rowan"] == [("Zed", OWNER)]


@pytest.mark.parametrize("name", ["Zed（the great）", "[AFK] Bob", "Zed 【in a hurry】"])
def test_brackets_that_are_no_tail_stay_in_a_name(name) -> None:
    """People decorate their names."""
    assert clean_alias(name) == name
