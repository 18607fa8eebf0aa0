"""What relations are called: `Part of` and `part_of` are one label."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

__all__ = ["LINKS_TO", "TYPE", "relation_label"]

LINKS_TO: Final = "links to"
"""The label of a link in prose: no key can be spelt so, since a key's spaces become underscores."""

TYPE: Final = "type"
"""The label of a line that says what an entity is, for those who may know the line."""


def relation_label(key: str) -> str:
    """A key as a label: in one normal form, in small letters, words joined by underscores."""
    return "_".join(normalize("NFKC", key).casefold().replace("-", " ").split())
