"""Names that no space sets apart: in scripts without spaces, of mixed script, and of pictures.

Such a name is found wherever its letters stand, but never cut out of a Latin word or number,
nor of a picture that is made of several.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.words import fold

__all__ = ["FormsInText", "written_forms"]

_PICTURE = regex.compile(
    r"\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{So}|\p{Emoji_Modifier}"
)
_FEWEST_SIGNS = 2
"""More different signs than this draw a face, `(•_•)`; fewer stand in many a text."""
_STYLE = dict.fromkeys((0xFE0E, 0xFE0F))
"""Whether a picture is shown in colour: no two names differ by it."""
# What makes another picture of the one before it, or ties two together.
_TIES = frozenset(["\u200d", *map(chr, range(0x1F3FB, 0x1F400)), "\u20e3"])
# How people are addressed; behind a name of one letter it says that this is a name.
_HONORIFIC = regex.compile(
    r"\s?(?:さん|ちゃん|くん|君|様|さま|氏|殿|先生|先輩|哥|姐|总|老师|老師|同学|小姐|女士|님|씨)"
)


def written_forms(name: str) -> set[str]:
    """How such a name is written inside a sentence, folded; none for a name of spaced words."""
    if name.isascii():
        return set()
    folded = fold(name).translate(_STYLE)
    parts = folded.split()
    compact = "".join(parts)
    if any(map(is_dense_script, compact)) and any(c.isalnum() for c in compact):
        return {compact, " ".join(parts)}
    is_drawn = len(set(compact)) > _FEWEST_SIGNS and not any(c.isalnum() for c in compact)
    if not compact.isascii() and (is_drawn or _PICTURE.search(compact)):
        return {compact, " ".join(parts)}
    return set()


class FormsInText:
    """A text in which forms are looked for; what one has taken no other gets."""

    def __init__(self, text: str) -> None:
        """Take a text in NFKC."""
        letters: list[str] = []
        self._offsets: list[int] = []
        for offset, character in enumerate(text):
            if ord(character) in _STYLE:
                continue
            for letter in _folded(character):
                letters.append(letter)
                self._offsets.append(offset)
        self._letters = "".join(letters)

    def take(self, form: str) -> int | None:
        """Where the form stands first, as an offset into the text; None where it does not."""
        first = None
        at = self._letters.find(form)
        while at >= 0:
            end = at + len(form)
            if self._is_apart(at, end):
                self._letters = f"{self._letters[:at]}{chr(0) * len(form)}{self._letters[end:]}"
                first = at if first is None else first
                at = self._letters.find(form, end)
            else:
                at = self._letters.find(form, at + 1)
        return None if first is None else self._offsets[first]

    def _is_apart(self, at: int, end: int) -> bool:
        """Whether what stands around does not belong to what was found."""
        text = self._letters
        before, behind = text[at - 1 : at], text[end : end + 1]
        if _joins(before, text[at]) or _joins(text[end - 1], behind):
            return False
        if before == "\u200d" or behind in _TIES:
            return False
        is_letter = end - at == 1 and is_dense_script(text[at])
        return not is_letter or _HONORIFIC.match(text, end) is not None or _is_alone(before, behind)


@lru_cache(maxsize=4_096)
def _folded(character: str) -> str:
    return fold(character)


def _joins(one: str, other: str) -> bool:
    """Whether two neighbours are letters of one word of a script with spaces."""
    return all(c.isalnum() and not is_dense_script(c) for c in (one or " ", other or " "))


def _is_alone(before: str, behind: str) -> bool:
    return not before.isalnum() and not behind.isalnum()
