"""What looks like a tail with a place and is written in signs that no tail has.

Full-width parentheses, square and curly brackets, no-break spaces, marks of width nought,
letters of another script: a person who wrote `（2026-02-01, in:discord-dm-42）` meant to keep
something back. It is read where it plainly parses, and is the owner's where it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from familiar_memory.knowledge.audience import OWNER, is_audience
from familiar_memory.markdown.record.anatomy import place_mentions
from familiar_memory.markdown.record.labels import is_meant_as_tail
from familiar_memory.markdown.record.legend import NO_LEGEND
from familiar_memory.markdown.record.tail import parse_tail
from familiar_memory.markdown.text.escape import is_escaped
from familiar_memory.markdown.text.invisible import ODD_SPACES, UNSEEN

__all__ = ["LooseTail", "loose_tails", "may_hold_tail", "without_loose_tail"]


class LooseTail(NamedTuple):
    """Where the colon of an `in:` stands, and for whom the bracket around it says the text is.

    Of a bracket with a label it is the sign of that, and the owner.
    """

    colon: int
    audience: str


def _each(characters: str, plain: str) -> dict[int, str | None]:
    return dict.fromkeys(map(ord, characters), plain)


def _span(inside: str, plain: str | None) -> dict[int, str | None]:
    """The same for the inside of a character class: single characters, and `first-last`."""
    spans = re.findall("(.)(?:-(.))?", inside, re.DOTALL)
    return {
        code: plain for first, last in spans for code in range(ord(first), ord(last or first) + 1)
    }


# One character for one, so that a place in the one text is that place in the other.
_PLAIN = {
    **_span(UNSEEN, None),
    **_span(ODD_SPACES, " "),
    **_each(
        "[{\uff08\uff3b\uff5b\u3010\u3014\u300c\u300e\u3008\u300a\u27e8\u2768\ufe59\u2985", "("
    ),
    **_each(
        "]}\uff09\uff3d\uff5d\u3011\u3015\u300d\u300f\u3009\u300b\u27e9\u2769\ufe5a\u2986", ")"
    ),
    **_each("\uff1a\ufe55\u2236\ua789\u02d0\u0589", ":"),
    **_each("\uff0c\u3001\ufe50\u060c", ","),
    **_each("\u0456\u0406\u2170\uff49\uff29\u0131\u0130\u03b9", "i"),
    **_each("\uff4e\uff2e\u0578\u057c\u03b7", "n"),
    **_each("\u2010\u2011\u2012\u2013\u2212\uff0d\ufe63", "-"),
    **_each("\uff03\ufe5f", "#"),
    **_each("\uff20\ufe6b", "@"),
    **_each("\t", " "),
}
_MAY_HOLD = re.compile(
    r"[iI\u0130\u0131\u0456\u0406\u2170\uff49\uff29\u03b9][^\w\\]{0,4}"
    r"[nN\uff4e\uff2e\u0578\u057c\u03b7][^\w\\]{0,4}[:\uff1a\ufe55\u2236\ua789\u02d0\u0589]"
)
_MAY_HOLD_LABEL = re.compile(r"[#@\uff03\ufe5f\uff20\ufe6b](?![0-9])\w")
_LABEL = re.compile("[#@]")
_ITEM = re.compile(r"(?<!\w)in *(:) *(?P<value>[^\s,()]*)", re.IGNORECASE)
_GROUP = re.compile(r"\([^()]*(?:\)|\Z)")


def may_hold_tail(text: str) -> bool:
    """Whether something in a text looks like `in:` or a label, however it is written; quick."""
    return _MAY_HOLD.search(text) is not None or _MAY_HOLD_LABEL.search(text) is not None


def loose_tails(source: str) -> list[LooseTail]:
    """Every `in:` of a text that is written so; what is in plain signs is no matter here."""
    if not may_hold_tail(source):
        return []
    plain, offsets = _plainly(source)
    found = {
        offsets[colon]: audience
        for group in _GROUP.finditer(plain)
        if not is_escaped(source, offsets[group.start()])
        for colon, audience in _items(group)
    }
    found |= {offsets[at]: OWNER for at in _labels(source, plain, offsets)}
    found |= {offsets[c]: OWNER for c in _mentions(plain) if offsets[c] not in found}
    for colon in place_mentions(source):
        found.pop(colon, None)
    return [LooseTail(colon, found[colon]) for colon in sorted(found)]


def without_loose_tail(source: str) -> str:
    """The text before the first bracket that is such a tail; all of it where there is none."""
    for tail in loose_tails(source):
        for at in range(tail.colon, -1, -1):
            if _PLAIN.get(ord(source[at]), source[at]) == "(":
                return source[:at].rstrip()
    return source


def _plainly(source: str) -> tuple[str, list[int]]:
    """The text in plain signs, without spaces before a colon; and where each of them stood."""
    signs: list[tuple[str, int]] = []
    for offset, character in enumerate(source):
        sign = _PLAIN.get(ord(character), character)
        if sign is None:
            continue
        while sign == ":" and signs and signs[-1][0] == " ":
            signs.pop()
        signs.append((sign, offset))
    return "".join(sign for sign, _ in signs), [offset for _, offset in signs]


def _labels(source: str, plain: str, offsets: list[int]) -> Iterator[int]:
    """The signs of labels in brackets that were meant as tails, and are not in plain signs."""
    for group in _GROUP.finditer(plain):
        start, end = offsets[group.start()], offsets[group.end() - 1] + 1
        if source[start:end] == group[0] or is_escaped(source, start):
            continue
        if source[start] == "[" and _is_link(source, start, end):
            continue
        sign = _LABEL.search(group[0])
        if sign is not None and is_meant_as_tail(group[0].strip("()"), NO_LEGEND):
            yield group.start() + sign.start()


def _is_link(source: str, start: int, end: int) -> bool:
    return "[[" in source[max(start - 1, 0) : start + 2] or source[end : end + 1] == "("


def _mentions(plain: str) -> set[int]:
    """The colons of what would be a broken tail if its signs were plain, and names a place."""
    items = _ITEM.finditer(plain)
    named = {item.start(1) for item in items if is_audience(item["value"].casefold())}
    return named.intersection(place_mentions(plain))


def _items(group: re.Match[str]) -> Iterator[tuple[int, str]]:
    fields = parse_tail(" ".join(group[0].strip("()").split())).fields
    said = fields.place if fields is not None else None
    for item in _ITEM.finditer(group[0]):
        is_meant = is_audience(item["value"].casefold()) or _stands_as_item(group[0], item)
        if said is not None or is_meant:
            yield group.start() + item.start(1), said or OWNER


def _stands_as_item(group: str, item: re.Match[str]) -> bool:
    """Whether it begins an item of the bracket and its value follows at once."""
    before = group[: item.start()].rstrip()[-1:]
    return before in ("(", ",") and group[item.end(1) : item.end(1) + 1] not in (" ", "", ")")
