"""What somebody takes back as a joke, right behind it: "let's sell the hall. just kidding".

A sentence that laughs at itself settles nothing anyway (`jests`). One behind it may do the same for
what was said before: as nothing but such words ("lol"), or by the `taken_back` of a language's
`[shared_context]`, which count at the beginning of the same person's next message, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from familiar_memory.maintenance.channels.settled.shared_rules import (
    SharedRules,
    finds,
    shared_rules,
)
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["as_meant", "taken_back_in"]

_SOON_US = 15 * 60 * 1_000_000
"""Who takes a joke back later says which."""


def as_meant(said: str) -> str:
    """A message without the sentences that a later one of it takes back.

    Nobody can say how far back a joke goes: all before it goes.
    """
    sentences = split_sentences(mask_quotations(said))
    behind = range(len(sentences) - 1, 0, -1)
    last = next((at for at in behind if _is_joke_on(sentences[at])), None)
    return said if last is None else "\n".join(sentences[last + 1 :])


def taken_back_in(said: Iterable[Utterance]) -> frozenset[int]:
    """The messages (by their order) that whoever wrote them takes back with the very next one."""
    last: dict[str, Utterance] = {}
    found: set[int] = set()
    for one in said:
        past = last.get(one.author.slug)
        is_near = past is not None and one.said_us - past.said_us <= _SOON_US
        if past is not None and is_near and _takes_back(_first(one.words)):
            found.add(past.order)
        last[one.author.slug] = one
    return frozenset(found)


def _first(words: str) -> str:
    sentences: Sequence[str] = split_sentences(mask_quotations(words))
    return sentences[0] if sentences else ""


def _is_joke_on(sentence: str) -> bool:
    spelt = as_spelt(sentence)
    return _takes_back(sentence) or any(_only_jests(spelt, rules) for rules in shared_rules())


def _takes_back(sentence: str) -> bool:
    spelt = as_spelt(sentence)
    return any(finds(rules.taken_back, spelt) for rules in shared_rules())


def _only_jests(sentence: str, rules: SharedRules) -> bool:
    rest = sentence
    for pattern in rules.jests:
        rest = pattern.sub(" ", rest)
    return rest != sentence and not any(map(str.isalnum, rest))
