"""Kana names in Latin letters, as friends who type Latin write them: はるか is Haruka."""

from __future__ import annotations

import unicodedata

__all__ = ["romanised"]

_HEPBURN = {"SI": "SHI", "TI": "CHI", "TU": "TSU", "HU": "FU", "ZI": "JI", "DI": "JI", "DU": "ZU"}
_SCRIPTS = ("HIRAGANA LETTER ", "KATAKANA LETTER ")


def romanised(name: str) -> str | None:
    """Spell a name of kana in Latin letters (long vowels short); None for any other name.

    The syllables come from the characters' Unicode names.
    """
    letters: list[str] = []
    for character in name:
        if character == "ー":
            continue
        syllable = _syllable(character)
        if syllable is None:
            return None
        _add(letters, syllable)
    return "".join(letters).casefold() or None


def _syllable(character: str) -> str | None:
    full = unicodedata.name(character, "")
    script = next((s for s in _SCRIPTS if full.startswith(s)), None)
    return full.removeprefix(script) if script else None


def _add(letters: list[str], syllable: str) -> None:
    if syllable == "SMALL TU":
        return
    if syllable.startswith("SMALL ") and letters:
        # "SI" + "SMALL YA" is one sound: sha, not shiya.
        base, glide = letters.pop(), syllable.removeprefix("SMALL ")
        soft = base.endswith(("SHI", "CHI", "JI"))
        letters.append(base[:-1] + (glide[-1] if soft else glide))
        return
    letters.append(_HEPBURN.get(syllable, syllable))
