"""Links to lines and headings that went to another note: they lead there from now on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from familiar_memory.markdown.links import Link, LinkKind, linked_spans, property_spans

__all__ = ["WentElsewhere", "with_followed_links"]


@dataclass(frozen=True, slots=True)
class WentElsewhere:
    """What went: block ids and headings; `wiki` and `near` are how links name the new note."""

    ids: Collection[str]
    headings: Collection[str]
    wiki: str
    near: Callable[[str], str]
    """What a Markdown link says, by the path of the note that it stands in."""

    def has(self, link: Link) -> bool:
        """Whether a link names something that went, wherever it leads."""
        _, sign, named = link.target.partition("#")
        if not sign:
            return False
        named = named.strip()
        return named[1:] in self.ids if named.startswith("^") else named in self.headings


def with_followed_links(
    text: str, path: str, leads: Callable[[Link], bool], went: WentElsewhere
) -> str:
    """The text of the note at a path; `leads` says which links lead to the note that it left."""
    if "#" not in text:
        return text
    spans = [*property_spans(text), *linked_spans(text)]
    for start, end, link in sorted(spans, key=lambda one: one[0], reverse=True):
        if not (went.has(link) and leads(link)):
            continue
        is_wiki = link.kind is LinkKind.WIKI
        name = went.wiki if is_wiki else went.near(path)
        written = f"{name}#{link.target.partition('#')[2].strip()}"
        is_labelled = not is_wiki or text[end : end + 1] in ("|", "\\")
        shown = "" if is_labelled or text[start - 3 : start].startswith("!") else f"|{link.text}"
        text = f"{text[:start]}{written}{shown}{text[end:]}"
    return text
