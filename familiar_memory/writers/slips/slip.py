"""A message at the marker that says that something was wrong: "… no wait, Hull", "typo: Hull".

Markers are the `[corrections]` of the languages. What stands before one may be the slip; what
stands behind it sets it right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.writers.forms.asserted import is_question
from familiar_memory.writers.slips.starred import without_star
from familiar_memory.writers.text.plain_words import without_noise
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["EDGES", "CorrectionRules", "Slip", "find_slip"]

EDGES = " \t,;:.!…。！、：–—-*"
"""Signs and spaces around words that are compared without them."""
_CLAUSE = r"(?:^|[.,;:!?…()。！、–—*]\s*|\s-+\s*|\n\s*)"


@dataclass(frozen=True, slots=True)
class CorrectionRules:
    """The `[corrections]` of one language: its markers, and what may stand `around` a word."""

    sure: BoundedPattern
    marked: BoundedPattern
    takes_back: BoundedPattern
    around: BoundedPattern
    changed: BoundedPattern


@dataclass(frozen=True, slots=True)
class Slip:
    """What a message says before and behind its marker.

    `is_sure` and `takes_back` say which kind of marker it is; one of neither kind is likely one.
    """

    before: str
    rest: str
    is_sure: bool
    takes_back: bool
    rules: CorrectionRules

    @property
    def is_certain(self) -> bool:
        """Whether something before it was wrong for certain."""
        return self.is_sure or self.takes_back

    @property
    def first_sentence(self) -> str:
        """The sentence right behind the marker; "" where nothing stands there."""
        return _first_sentence(self.rest)

    @property
    def is_change(self) -> bool:
        """Whether what stands behind it came to be so since."""
        return self.rules.changed.search(self.first_sentence) is not None


def find_slip(text: str) -> Slip | None:
    """A message at its first marker that begins a clause; None where it has none."""
    spelt = without_star(without_noise(as_spelt(mask_quotations(text))))
    for rules in _rules():
        match = rules.marked.search(spelt)
        if match is None or is_question(_first_sentence(spelt[match.end() :])):
            continue
        marker = match["marker"]
        is_sure = rules.sure.fullmatch(marker) is not None
        takes_back = rules.takes_back.fullmatch(marker) is not None
        rest = spelt[match.end() :].lstrip(EDGES)
        return Slip(spelt[: match.start()], rest, is_sure, takes_back, rules)
    return None


def _first_sentence(text: str) -> str:
    return next(iter(split_sentences(text.strip(EDGES))), "")


@lru_cache(maxsize=1)
def _rules() -> tuple[CorrectionRules, ...]:
    return tuple(map(_compiled, language_tables("corrections").values()))


def _compiled(table: Mapping[str, str]) -> CorrectionRules:
    def pattern(written: str) -> BoundedPattern:
        return bounded(written, regex.IGNORECASE)

    markers = "|".join(table[name] for name in ("sure", "takes_back", "likely"))
    return CorrectionRules(
        sure=pattern(table["sure"]),
        marked=pattern(rf"{_CLAUSE}{table['lead']}(?P<marker>{markers}){table['ends']}"),
        takes_back=pattern(table["takes_back"]),
        around=pattern(
            rf"{table['before']}(?P<word>.+?){table.get('unlike', '(?P<unlike>)?')}{table['after']}"
        ),
        changed=pattern(table["changed"]),
    )
