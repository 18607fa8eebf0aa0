"""The word `visibility`, however it is spelled: a restriction must not hang on one letter.

Property names ignore case, as in Obsidian, and what cannot be seen. A name that is one or two
letters off, or that borrows letters of another script, was plainly meant: it closes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from familiar_memory.domain.talk.privacy_words import keeps_to_few
from familiar_memory.knowledge.audience import EVERYONE, OWNER, read_audience
from familiar_memory.markdown.text.invisible import UNSEEN, without_unseen

__all__ = [
    "Said",
    "Spelling",
    "audience_named",
    "is_named_in",
    "is_nearly",
    "plain_key",
    "said_in_text",
    "signs_in_text",
    "spelling",
    "spelling_at_start",
]

_KEY = "visibility"
_FARTHEST = 2
"""Letters that may differ: `visiblity` is meant so, and what was meant as private must not be
shown. More would catch other keys."""
# English words that are as near as a slip, and mean something else.
_OTHER_WORDS = frozenset({"invisibility", "divisibility"})
# What looks like a letter of the word, in Cyrillic, Greek, and on a keyboard.
_LOOK_ALIKES = str.maketrans(
    {
        **dict.fromkeys("\u0456\u04cf\u03b9\u0131\u0269\u026a1|!", "i"),
        **dict.fromkeys("\u0455$5", "s"),
        **dict.fromkeys("\u0443\u04af\u03b3\u028f", "y"),
        **dict.fromkeys("\u03bd\u0475\u03c5", "v"),
        **dict.fromkeys("\u0442\u03c4", "t"),
        **dict.fromkeys("\u044c\u0184\u0185", "b"),
    }
)
_SIGN = "[:=\uff1a\ufe55\u2236\ua789]"
_LETTER = rf"[\w{UNSEEN}\u0300-\u036f]"
_NO_LETTERS = re.compile(rf"(?:(?!{_LETTER}).)+", re.DOTALL)
_LINE = re.compile(
    rf"(?:^|(?<=\r))(?:[ \t>]*(?:[-*+]|\d{{1,9}}[.)])[ \t]+(?:\[.\][ \t]+)?)?"
    rf"(?:[ \t]*<[^<>\r\n]{{1,80}}>){{0,3}}"
    rf"(?:[^\w\r\n#]|_){{0,12}}(?P<key>[^\W_]{_LETTER}{{6,24}})[^\w\r\n:=\\#]{{0,3}}"
    rf"(?P<sign>{_SIGN}){_SIGN}?(?P<value>[^\r\n]*)",
    re.MULTILINE,
)
_BEFORE_WORD = r"[ \t\"'`*_<>%(\[{-]*"
# A field of Dataview in the midst of a line: [visibility:: owner], (visibility:: owner); the
# label of a link is none. A value ends where another field may begin: no sign is looked at for
# every field before it.
_FIELD = re.compile(
    rf"[\[(\uff08\uff3b\u3010][ \t]*(?P<key>[^\W_]{_LETTER}{{6,24}})[ \t]*"
    rf"(?P<sign>{_SIGN}){_SIGN}?"
    rf"(?P<value>(?>{_BEFORE_WORD}[^\[\]()\r\n\uff08\uff3b\u3010\uff09\uff3d\u3011]*))(?!\]\()"
)
_FIRST_WORD = re.compile(r"[\s\"'`*_<>%(\[{-]*([^\s\"'`*,;%<>()\[\]{}]+)")

_AROUND_A_WORD = "@.!?\u2026\u3002\uff01\uff1f"
_WORDS_OF_PRIVACY = 3
"""So few words say for whom something is; more of them are prose."""
_PIECES = ("vis", "ibi", "lity")
_UP_TO_SIGN = re.compile(r"\w{3,26}[^\w\r\n:=\\#]{0,3}[:=]")
_IN_DISGUISE = re.compile(
    rf"[{UNSEEN}\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u0131\u0184\u0185\u0250-\u02af\uff1a\ufe55"
    r"\u2236\ua789\uff21-\uff5a\U0001d400-\U0001d7ff]"
)


class Spelling(Enum):
    """How near a name is to `visibility`."""

    EXACT = "exact"
    NEAR = "near"
    OTHER = "other"


class Said(NamedTuple):
    """A place in a text that says for whom it is, outside of the frontmatter.

    `start` is the offset of the line or field, `sign` that of its colon; `audience` is None
    where the name is only nearly right.
    """

    start: int
    sign: int
    written: str
    audience: str | None


def plain_key(name: str) -> str:
    """A property's name as names are compared: what is seen of it, in small letters."""
    if name.isascii() and name.isprintable():
        return name.strip().lower()
    seen = without_unseen(unicodedata.normalize("NFKC", name))
    return unicodedata.normalize("NFC", seen.casefold()).strip()


@lru_cache(maxsize=4_096)  # the same few words begin most lines
def spelling(name: str) -> Spelling:
    """Tell a name that is `visibility`, one that was plainly meant to be, and any other."""
    if plain_key(name) == _KEY:
        return Spelling.EXACT
    # Comparing letter by letter takes time by the length, and no misspelling is so long.
    if len(name) > 64 or plain_key(name) in _OTHER_WORDS:
        return Spelling.OTHER
    return Spelling.NEAR if is_nearly(name, _KEY, _FARTHEST) else Spelling.OTHER


def is_nearly(name: str, word: str, farthest: int) -> bool:
    """Whether a name looks like a word of ASCII letters, give or take so many letters."""
    bare = _skeleton(name)
    return abs(len(bare) - len(word)) <= farthest and _distance(bare, word) <= farthest


def audience_named(written: str) -> str | None:
    """The audience that a value says, as it looks; None when it names none.

    The one reading of such a value: for the index, the card, lore and exports.
    """
    return read_audience(plain_key(written))


def spelling_at_start(line: str) -> Spelling:
    """The same for the name before the first colon of a line, or for its first word."""
    head = re.split(_SIGN, line, maxsplit=1)[0].strip(" \t\"'?{[(,-")
    whole = spelling(head)
    first = head.split()[0] if whole is Spelling.OTHER and head.split() else head
    return whole if whole is not Spelling.OTHER else spelling(first)


def is_named_in(text: str) -> bool:
    """Whether the word stands anywhere in a text, in any spelling, whole or in two pieces."""
    if _KEY in _skeleton(text) or any(
        spelling_at_start(line) is not Spelling.OTHER for line in text.splitlines()
    ):
        return True
    return any(
        spelling(word) is not Spelling.OTHER
        for words in (text.split(), _NO_LETTERS.split(text))
        for word in (*words, *map("".join, pairwise(words)))
    )


def said_in_text(text: str, start: int = 0) -> Iterator[Said]:
    """Lines and fields from an offset on that say `visibility: owner`, or nearly so.

    `everyone` keeps nothing back. Only what names an audience counts: "Visibility: 10 km,
    some fog" is prose.
    """
    for match in _named_in(text, start):
        yield from _read(match)


def signs_in_text(text: str) -> Iterator[int]:
    """Offsets of the colons that would make a restriction of a text, with some words behind.

    What is written behind a text, or escaped in it, may make such words.
    """
    return (match.start("sign") for match in _named_in(text))


def _named_in(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    if not _may_speak(text):
        return
    for pattern in (_LINE, _FIELD):
        for match in pattern.finditer(text, start):
            if spelling(match["key"]) is not Spelling.OTHER:
                yield match


def _may_speak(text: str) -> bool:
    """Whether a patient look is worth while; most notes need none.

    Two slips leave one of three pieces of the word whole, and a sign follows soon.
    """
    if not text.isascii() and _IN_DISGUISE.search(text):
        return True
    small = text.lower()
    for piece in _PIECES:
        at = small.find(piece)
        while at >= 0:
            if _UP_TO_SIGN.match(small, at):
                return True
            at = small.find(piece, at + 1)
    return False


def _read(match: re.Match[str]) -> Iterator[Said]:
    audience = _said_of(match["value"])
    if audience in (None, EVERYONE):
        return
    written = match[0].strip()
    exact = audience if spelling(match["key"]) is Spelling.EXACT else None
    yield Said(match.start(), match.start("sign"), written, exact)


def _said_of(value: str) -> str | None:
    """The audience that a line says, whatever reason follows: `owner.`, `@owner, for Mira`."""
    word = _FIRST_WORD.match(value)
    named = audience_named(word[1].strip(_AROUND_A_WORD)) if word else None
    is_curt = len(value.split()) <= _WORDS_OF_PRIVACY
    return OWNER if named is None and is_curt and keeps_to_few(value) else named


def _skeleton(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", without_unseen(name).casefold())
    letters = (c for c in decomposed.translate(_LOOK_ALIKES) if c.isalnum())
    return "".join(letters)


def _distance(one: str, other: str) -> int:
    """How many letters must be put in, left out or changed."""
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, wanted in enumerate(other, 1):
            change = before[column - 1] + (letter != wanted)
            current.append(min(before[column] + 1, current[-1] + 1, change))
        before = current
    return before[-1]
