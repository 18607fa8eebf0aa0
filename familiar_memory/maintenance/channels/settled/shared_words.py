"""Decisions, agreements and action items in plain words, as each language says them.

The words are the `[shared_context]` of a language (`knowledge/languages`); one that has none says
nothing here. A decision that nobody has made is worse than one that is missed: what is asked,
supposed, quoted, told of others, said in jest or waits for an answer counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.maintenance.channels.settled.numbered import (
    NumberedWords,
    numbered_in,
    numbers_in,
    overturned_in,
)
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.maintenance.channels.settled.shared_rules import (
    SharedRules,
    shared_rules,
)
from familiar_memory.writers.promised.clause_patterns import finds, found_in
from familiar_memory.writers.promised.said_clause import EDGES, LONGEST, is_said_so, matter_in
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = [
    "SettledWords",
    "dropped_in",
    "matter_of",
    "numbers_over_in",
    "settled_in",
]

_SHOWN_CHARS = 160


@dataclass(frozen=True, slots=True)
class SettledWords:
    """What a sentence settles: the words to show, and the matter that they are about.

    `is_bare`: they only say which ("amber it is"), and not of what.
    """

    kind: SharedKind
    words: str
    matter: str
    is_bare: bool = False


def settled_in(said: str) -> tuple[SettledWords, ...]:
    """What a message settles, at most one thing a sentence; first what has a number."""
    numbered = (
        SettledWords(SharedKind.DECISION, _shown(one.words), one.matter)
        for one in numbered_in(said)
        if _is_meant(one) and not _is_unsure(one)
    )
    sentences = split_sentences(mask_quotations(said))
    found = (
        _settled(sentence, sentences[at + 1] if at + 1 < len(sentences) else "")
        for at, sentence in enumerate(sentences)
        if not numbers_in(sentence)
    )
    return tuple(dict.fromkeys((*numbered, *(one for one in found if one is not None))))


def matter_of(words: str) -> str:
    """What a line is about: the matter that its words settle, else all of them."""
    return next((one.matter for one in settled_in(words)), words)


def numbers_over_in(said: str) -> frozenset[str]:
    """The numbers of decisions that a message amends or takes back.

    However unsure it is of what it puts in their place: they stand no longer as they did.
    """
    over = overturned_in(said)
    return frozenset(one.number for one in over if _is_meant(one))


def dropped_in(said: str) -> tuple[str, ...]:
    """The matters that a message says are off."""
    return tuple(dict.fromkeys(_dropped(said)))


def _is_meant(one: NumberedWords) -> bool:
    """Whether it is no question and no joke, and waits for no answer."""
    if len(one.words) > LONGEST or asks(one.words):
        return False
    return one.rules.is_meant(as_spelt(one.words), one.behind)


def _is_unsure(one: NumberedWords) -> bool:
    """Whether it only may be so. It may hold on a condition: whoever keeps minutes says which."""
    return finds(one.rules.unsure, as_spelt(one.words))


def _settled(sentence: str, behind: str) -> SettledWords | None:
    if MASK in sentence or len(sentence) > LONGEST or asks(sentence):
        return None
    spelt = as_spelt(sentence)
    for rules in shared_rules():
        if rules.promised.is_meant(spelt, behind):
            found = next(_in_language(spelt, rules), None)
            if found is not None:
                return found
    return None


def _in_language(sentence: str, rules: SharedRules) -> Iterator[SettledWords]:
    # What is agreed may hold only if something happens; what is decided or taken on may not.
    is_sure = rules.promised.is_sure(sentence)
    is_now = not finds(rules.told, sentence)
    begins = rules.promised.begins(sentence)
    for kind, patterns in rules.kinds.items():
        if kind is not SharedKind.AGREEMENT and not is_sure:
            continue
        if kind is not SharedKind.ACTION and not is_now:
            continue
        for match in found_in(patterns, sentence, begins):
            if is_said_so(sentence, match):
                words = _shown(sentence[match.start() :])
                yield SettledWords(kind, words, matter_in(match), "bare" in match.groupdict())


def _dropped(said: str) -> Iterator[str]:
    for sentence in split_sentences(mask_quotations(said)):
        spelt = as_spelt(sentence)
        if MASK in sentence or asks(sentence):
            continue
        for rules in shared_rules():
            promised = rules.promised
            if promised.is_meant(spelt, "") and promised.is_sure(spelt):
                found = found_in(rules.dropped, spelt, promised.begins(spelt))
                yield from (one["what"] for one in found if one["what"])


def _shown(words: str) -> str:
    """The words of a line: cut between two of them where they are many."""
    flat = " ".join(words.split()).strip(EDGES)
    if len(flat) <= _SHOWN_CHARS:
        return flat
    cut = flat[: _SHOWN_CHARS - 1]
    whole = cut.rpartition(" ")[0] if " " in cut[_SHOWN_CHARS // 2 :] else cut
    return f"{whole.rstrip(EDGES)}…"
