"""What somebody takes back as a joke, right behind it: "let's sell the hall. just kidding".

By the words by which facts are taken back, too (`writers/text/taken_back.py`), and by some more of
a language's `[shared_context]`: `taken_back`, and in the same message a sentence that is nothing
but a laugh (`jests`). What is settled among several is said in earnest.
"""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.maintenance.channels.settled.shared_rules import shared_rules
from familiar_memory.writers.promised.clause_patterns import finds
from familiar_memory.writers.promised.promise_rules import PromiseRules, promise_rules
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.taken_back import joked_messages, says_that_it_was_a_joke
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["as_meant", "taken_back_in"]


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
    return joked_messages(said, _takes_back)


def _is_joke_on(sentence: str) -> bool:
    spelt = as_spelt(sentence)
    return _takes_back(sentence) or any(_only_jests(spelt, rules) for rules in promise_rules())


def _takes_back(sentence: str) -> bool:
    spelt = as_spelt(sentence)
    is_aside = any(finds(rules.taken_back, spelt) for rules in shared_rules())
    return is_aside or says_that_it_was_a_joke(sentence)


def _only_jests(sentence: str, rules: PromiseRules) -> bool:
    rest = sentence
    for pattern in rules.jests:
        rest = pattern.sub(" ", rest)
    return rest != sentence and not any(map(str.isalnum, rest))
