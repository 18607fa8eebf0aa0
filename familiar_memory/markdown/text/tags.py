"""Tags as Obsidian writes them into prose: `#tea`, `#work/project`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from familiar_memory.markdown.text.code_spans import without_code_spans

__all__ = ["TAG", "tags_in", "with_parents"]

TAG = re.compile(r"(?:\A|(?<=\s))#(?P<tag>(?=[\w/-]*[^\W\d])[\w/-]+)")
"""At the start of a word; it has a letter, so `#1` is a number, and `a#b` is none."""


def tags_in(text: str) -> tuple[str, ...]:
    """The tags of a text without their `#`, in order, each once; code has none."""
    if "#" not in text:
        return ()
    prose = without_code_spans(text, lambda _: "`")
    found = (match["tag"].strip("/") for match in TAG.finditer(prose))
    return tuple(dict.fromkeys(filter(None, found)))


def with_parents(tags: Iterable[str]) -> tuple[str, ...]:
    """The tags, and what each is a part of: `work/project` is filed under `work` as well."""
    filed: dict[str, None] = {}
    for tag in tags:
        parts = tag.split("/")
        filed.update(dict.fromkeys("/".join(parts[:end]) for end in range(len(parts), 0, -1)))
    return tuple(filter(None, filed))
