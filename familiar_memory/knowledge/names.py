"""When two names are one: the one rule for mentions, `--entity`, `--author` and `people`.

Case, accents, normal form, and the shape of apostrophe and hyphen are no difference. Where two
people differ by nothing else, whoever is spelled as was asked is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from familiar_memory.knowledge.words import fold

__all__ = ["CALLED", "bearers_of", "folded_name", "spelled_name"]

CALLED = "called"
"""The predicate of a name that somebody gives themselves."""
_JOINERS = dict.fromkeys((0x200C, 0x200D))
_SIGNS = str.maketrans("\u2019\u02bc\u2010", "''-")


def spelled_name(name: str) -> str:
    """The form in which a name is kept: NFKC, casefolded, single spaces; accents stay."""
    return " ".join(normalize("NFKC", name).casefold().split())


def folded_name(name: str) -> str:
    """The form in which names are compared."""
    if name.isascii():
        return " ".join(name.lower().split())
    return " ".join(fold(name.translate(_JOINERS)).translate(_SIGNS).split())


def bearers_of(names: Mapping[str, tuple[str, ...]], wanted: str) -> tuple[str, ...]:
    """Who is called so, by a map from spelled names to slugs; empty when nobody is."""
    if (found := names.get(spelled_name(wanted))) is not None:
        return found
    folded = folded_name(wanted)
    alike = (slugs for name, slugs in names.items() if folded_name(name) == folded)
    return tuple(sorted({slug for slugs in alike for slug in slugs})) if folded else ()
