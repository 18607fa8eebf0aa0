"""Names under `## Aliases`."""

from __future__ import annotations

from familiar_memory.markdown.aliases import alias_bullets
from familiar_memory.markdown.tree import parse_note

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
