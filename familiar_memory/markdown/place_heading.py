"""The place that a heading of `sessions/` and `days/` names, however a person wrote it.

What stands under it stays in that place. `## **discord-dm-7**:`, `### DM discord‑dm‑7` and
`<h2>discord-dm-7</h2>` plainly mean one; `## discord_dm_7` nearly does, and closes.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator

from familiar_memory.domain.talk.place import PlaceKind, parse_place_slug
from familiar_memory.knowledge.audience import OWNER, narrowest
from familiar_memory.markdown.text.escape import unescape
from familiar_memory.markdown.text.invisible import without_unseen

__all__ = ["heading_place", "linked_place", "loose_headings"]

_NAMES_OF_PLATFORMS = """
    bluesky discord facebook guilded instagram irc kick local mastodon matrix messenger mumble
    reddit revolt rocketchat signal sillytavern skype slack steam teams teamspeak telegram tiktok
    twitch twitter vk wechat whatsapp xmpp youtube zulip
"""
_PLATFORMS = frozenset(_NAMES_OF_PLATFORMS.split())
"""Where people talk. Of other words with a hyphen most are no places: follow-up, how-to."""
_DASHES = re.compile("[\u00ad\u2010-\u2013\u2043\u2212\ufe63\uff0d\ufe58]")
_WORD = re.compile(r"[\w.\u0300-\u036f-]+")
_NEAR = re.compile(r"\w{2,}-(?:dm|private)-\w")
_IN_WORDS = re.compile(rf"\b(?:{'|'.join(sorted(_PLATFORMS))})[\W_]+(?:dm|private)[\W_]+[^\W_]")
_LINK_TO_PLACE = re.compile(
    r"\[\[(?:/|(?:\.{1,2}/)+)?channels/([^\[\]|#/]+?)(?:\.md)?(?:\|[^\[\]]*)?\]\]"
)
"""Also as Obsidian writes it where links count from their own note, `[[../channels/…]]`."""
_SIGNS_OF_HEADING = re.compile(r"[ \t>]*(?P<marks>#{1,6})(?P<text>[^#\s][^\n]*)")
# A tag that is never closed ends where the next begins: a look at each of many is a short one.
_TAG = re.compile(
    r"<h(?P<level>[1-6])\b(?:[^<>]++|<(?!h[1-6]\b))*+>(?P<text>.*?)(?:</h|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_LABEL_LEVEL = 0
_LINE_OF_ITS_OWN = 8
"""The level of a line that is no heading, and only names a place: any heading ends it."""


def heading_place(source: str, level: int) -> str | None:
    """For whom a heading, as it stands in the text, says that the text under it is.

    A place; `owner` where it is that word, names several places, or is nearly a place; None
    for any other heading. Of an H2 the first word may be a place of any platform, and so may
    what a heading links to that is nothing but a link to the notes of a place.
    """
    if (linked := linked_place(source)) is not None:
        _, _, label = source.strip().removesuffix("]]").partition("|")
        # A label is a name: `#tavern-2` is no place of a platform called tavern.
        said = heading_place(label, _LABEL_LEVEL) if label else None
        return narrowest((linked, said)) if said is not None else linked
    text = _plainly(source)
    words = [word for word in map(_bare, _WORD.findall(text)) if word]
    if [word for word in words if word != "in"] == [OWNER]:
        return OWNER
    named = [word for word in words if _is_plainly_place(word)]
    if not named and level == 2 and words and parse_place_slug(words[0]) is not None:
        return words[0]
    rest = [word for word in words if word not in named]
    if _IN_WORDS.search(" ".join(rest)) or any(map(_is_nearly_place, rest)):
        named.append(OWNER)
    return narrowest(named) if named else None


def linked_place(source: str) -> str | None:
    """The place of a heading that is a link to its notes, `[[channels/<place>|#label]]`.

    Such a heading means its place in any note, from wherever the link counts; None for every
    other heading.
    """
    match = _LINK_TO_PLACE.fullmatch(source.strip())
    if match is None:
        return None
    return match[1] if parse_place_slug(match[1]) is not None else OWNER


def loose_headings(kind: str, text: str) -> Iterator[tuple[int, str]]:
    """What was meant as a heading in a block that is none: (level, its text).

    `##discord-dm-7` without its space, `<h2>` in HTML, and a line that is a place's name and
    nothing else.
    """
    if kind == "html":
        for tag in _TAG.finditer(text):
            yield int(tag["level"]), tag["text"]
    elif kind in ("paragraph", "quote"):
        for line in text.split("\n"):
            if match := _SIGNS_OF_HEADING.match(line):
                yield len(match["marks"]), match["text"]
            elif _is_plainly_place(_bare(_plainly(line).strip("*_`~:#[]() \t"))):
                yield _LINE_OF_ITS_OWN, line


def _plainly(source: str) -> str:
    """The text in small letters and plain signs, with hyphens for the dashes that look so."""
    text = _DASHES.sub("-", html.unescape(unescape(source)))
    text = without_unseen(unicodedata.normalize("NFKC", text))
    return _DASHES.sub("-", text).casefold()


def _bare(word: str) -> str:
    """A word without what emphasis, the end of a sentence and a link put around it."""
    return word.strip("_.-").removesuffix(".md")


def _is_plainly_place(word: str) -> bool:
    parts = parse_place_slug(word)
    return parts is not None and (
        parts.kind is not PlaceKind.CHANNEL
        or parts.is_private
        or parts.guild is not None
        or parts.platform in _PLATFORMS
    )


def _is_nearly_place(word: str) -> bool:
    """Whether it would be a place with other dashes, or with other letters that look the same."""
    folded = re.sub(r"[_-]+", "-", word)
    return (folded != word and _is_plainly_place(folded)) or (
        parse_place_slug(word) is None and _NEAR.match(folded) is not None
    )
