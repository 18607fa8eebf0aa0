"""For whom a rule of conduct is, as its line says it: `For [[Rowan]]: use no emoji`, else for all.

The word before the link keeps it from looking like something said, and may be any, or none.
"""

from __future__ import annotations

from typing import NamedTuple

import regex

from familiar_memory.markdown.links import Link, links_in, resolve_link
from familiar_memory.markdown.text.wiki_text import wiki_link

__all__ = ["AddressedRule", "addressed_rule", "rule_text"]

_ADDRESSED = regex.compile(
    r"(?:\p{L}{1,20}[ \t]+)?(?P<link>\[\[[^\[\]\r\n]+\]\]|\[[^\[\]\r\n]*\]\([^()\r\n]+\))"
    r":[ \t]+(?P<rule>\S.*)",
    regex.DOTALL,
)


class AddressedRule(NamedTuple):
    """A rule without the link to whom it is for; `link` is None where it is for all."""

    text: str
    link: Link | None

    def leads_to(self, path: str) -> str | None:
        """The path in the tree to which the link leads from the note at `path`, None for none."""
        return None if self.link is None else resolve_link(self.link, path)


def addressed_rule(text: str) -> AddressedRule:
    """Read the text of a rule."""
    match = _ADDRESSED.fullmatch(text)
    links = links_in(match["link"]) if match is not None else ()
    if match is None or len(links) != 1:
        return AddressedRule(text, None)
    return AddressedRule(match["rule"], links[0])


def rule_text(text: str, stem: str | None, label: str = "") -> str:
    """A rule as a line has it: for whoever has the note of that stem, else (None) for all."""
    return text if stem is None else f"For {wiki_link(stem, label)}: {text}"
