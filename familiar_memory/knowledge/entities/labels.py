"""What relations are called: `Part of` and `part_of` are one label."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

__all__ = ["LINKS_TO", "relation_label"]

LINKS_TO: Final = "links to"
"""The label of a link in prose: no key can be spelt so, since a key's spaces become underscores."""


def relation_label(key: str) -> str:
    """A key as a label: in one normal form, in small letters, words joined by underscores."""
    return "_".join(normalize("NFKC", key).casefold().replace("-", " ").split())
