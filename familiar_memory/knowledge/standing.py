"""Standing instructions and preferences in what somebody said: found by rule, in their words.

"From now on answer in French" is meant for longer than the next reply, and so is "I prefer
short answers". What counts as such is data (`knowledge.languages`, the table `standing`): in a
language that has none, nothing is found. A habit ("I always run at six"), what others say
("my boss always says …"), quotations, code and what is acted out are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import regex

from familiar_memory.domain.text.abbreviations import ABBREVIATED
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.knowledge.languages.wish_rules import WishRules, wish_rules
from familiar_memory.knowledge.speech.voices import without_other_voices

__all__ = [
    "SECTIONS",
    "StandingWish",
    "StandingKind",
    "find_standing",
    "standing_kinds",
    "written_mark",
]

_MOST_CHARS = 50_000
"""The beginning of a text: nobody says in the middle of a book how they wish to be answered."""
_SENTENCE_CHARS = 1_200
"""A longer run without an end is a table or a log; it bounds the work of the patterns."""
_LEAD_CHARS = 100
"""So much of a long sentence stands before a preference, to tell what it is about, or before an
instruction, to tell when it holds."""
_SHOWN_CHARS = 200
"""The longest that is given out: what is said in more words is cut at the end."""
_MASK = "\N{OBJECT REPLACEMENT CHARACTER}"
_NOT_THEIRS = regex.compile(
    r"(?:```|~~~).*?(?:```|~~~|\Z)|^[ \t]*>[^\n]*$|`[^`\n]{1,300}`"
    r"|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
    r"|(?<![\w*])\*(?![*\s])[^*\n]{0,300}\s[^*\n]{0,300}\*(?![\w*])"
    r"|(?<!\w)_(?![_\s])[^_\n]{0,300}\s[^_\n]{0,300}_(?!\w)",
    regex.MULTILINE | regex.DOTALL,
)
_ABBREVIATED = rf"(?<!\b(?i:{ABBREVIATED}|[ap]\.m))"
# Of a run of marks only the first is where they are looked at, and nothing is given back: so a
# text of marks is read once.
_SENTENCE = regex.compile(
    rf"[^\n]*?(?:{_ABBREVIATED}(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|$)"
    r"|[。！？]+[」』）]?|(?=\n)|\Z)"
)
_LIST_MARK = regex.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+|\s*")
_ASKS = ("?", "？")
_BRACKETS = (("(", ")"), ("[", "]"), ("（", "）"), ("［", "］"), ("【", "】"))
_EDGES = " \t\n,;:–—-"


class StandingKind(IntEnum):
    """What it is; the numbers are bits, and stand in the index."""

    INSTRUCTION = 1
    PREFERENCE = 2


SECTIONS: Final[Mapping[StandingKind, str]] = {
    StandingKind.INSTRUCTION: "Standing instructions",
    StandingKind.PREFERENCE: "Preferences",
}
"""The heading of the lines in the note of whoever said it, by kind."""


def written_mark(turn_id: int) -> str:
    """The name of the watermark that says: what this turn asks for has been written into a note.

    From then on the note speaks for it. What a person strikes or deletes there is gone.
    """
    return f"standing:{turn_id}"


@dataclass(frozen=True, slots=True)
class StandingWish:
    """One standing instruction or preference, as it was said at `start`..`end` of a text.

    `text` is on one line, and cut where it is very long.
    """

    kind: StandingKind
    text: str
    start: int
    end: int


def find_standing(text: str) -> tuple[StandingWish, ...]:
    """List what somebody asks for, or prefers, for good; in order, at most one a sentence."""
    text = text[:_MOST_CHARS]
    rules = [one for one in wish_rules() if one.hint.search(text)]
    if not rules:
        return ()
    masked = _masked(text)
    return tuple(
        found
        for start, end in _sentences(masked)
        if (found := _in_sentence(text, masked, start, end, rules)) is not None
    )


def standing_kinds(text: str) -> int:
    """The kinds that a text holds, as bits; 0 = none."""
    kinds = 0
    for one in find_standing(text):
        kinds |= one.kind
    return kinds


def _masked(text: str) -> str:
    """The text, as long as it was, without what are not the speaker's own words."""
    own = without_other_voices(text, _hidden)
    straight = own.replace("’", "'").replace("‘", "'")
    return _NOT_THEIRS.sub(lambda found: _hidden(found[0]), straight)


def _hidden(words: str) -> str:
    return "".join("\n" if one == "\n" else _MASK for one in words)


def _sentences(masked: str) -> Iterator[tuple[int, int]]:
    for line in _SENTENCE.finditer(masked):
        start = line.start() + len(_lead(line[0]))
        if start < line.end():
            yield start, min(line.end(), start + _SENTENCE_CHARS)


def _lead(line: str) -> str:
    found = _LIST_MARK.match(line)
    return found[0] if found else ""


def _in_sentence(
    text: str, masked: str, start: int, end: int, rules: list[WishRules]
) -> StandingWish | None:
    said = masked[start:end]
    for one in rules:
        if not one.hint.search(said):
            continue
        span = _instruction(said, one)
        if span is not None:
            return _standing(StandingKind.INSTRUCTION, text, start + span[0], start + span[1])
        span = _preference(said, one)
        if span is not None:
            return _standing(StandingKind.PREFERENCE, text, start + span[0], start + span[1])
    return None


def _each(patterns: Sequence[BoundedPattern], said: str) -> Iterator[regex.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(said)


def _instruction(said: str, rules: WishRules) -> tuple[int, int] | None:
    """Where an instruction stands in a sentence; it goes on to the sentence's end."""
    is_question = said.rstrip(" )\"'").endswith(_ASKS) and not rules.tag.search(said.rstrip())
    for found in _each(rules.instructions, said):
        asked = rules.asking.search(said, found.end()) if is_question else None
        is_request = rules.request.match(said, found.start()) is not None
        if is_question and asked is None and not is_request:
            continue
        if rules.reported.search(said[: found.end()]) or rules.idiom.search(said):
            return None
        begin = 0 if rules.shows_sentence else _condition_start(said, found.start(), rules)
        return begin, asked.start() if asked else len(said)
    return None


def _condition_start(said: str, at: int, rules: WishRules) -> int:
    """Where an instruction begins with the clause that says when it holds: "if I ask …, …"."""
    condition = rules.condition.search(said, max(0, at - _LEAD_CHARS), at)
    return condition.start() if condition else at


def _preference(said: str, rules: WishRules) -> tuple[int, int] | None:
    """Where a preference stands, with what leads to it, up to what follows it."""
    is_question = said.rstrip(" )\"'").endswith(_ASKS)
    for found in _each(rules.preferences, said):
        before = said[: found.start()]
        if rules.hearsay.search(before) or rules.idiom.search(found[0]):
            continue
        asked = rules.asking.search(said, found.end())
        if is_question and asked is None and rules.asking.match(said):
            continue
        begin = 0 if len(before) <= _LEAD_CHARS else _clause_start(said, found.start())
        after = (asked, rules.onto.search(said, found.end()))
        return begin, min((one.start() for one in after if one), default=len(said))
    return None


def _clause_start(said: str, at: int) -> int:
    """Where the clause begins, within the lead that is given out."""
    first = said.find(", ", at - _LEAD_CHARS, at)
    return at if first < 0 else first + 1


def _standing(kind: StandingKind, text: str, start: int, end: int) -> StandingWish:
    words = text[start:end]
    kept = _without_open_bracket(words.strip(_EDGES))
    start += words.index(kept) if kept else 0
    shown = " ".join(kept.split())
    if len(shown) > _SHOWN_CHARS:
        shown = f"{shown[: _SHOWN_CHARS - 1].rsplit(' ', 1)[0].rstrip()}…"
    return StandingWish(kind, shown, start, start + len(kept))


def _without_open_bracket(words: str) -> str:
    """Without the end of a bracket that began before: "(OOC: always …)"."""
    for opening, closing in _BRACKETS:
        if words.endswith(closing) and words.count(opening) < words.count(closing):
            return words[:-1].rstrip()
    return words
