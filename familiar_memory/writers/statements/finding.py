"""Find what somebody says of themselves that is worth a line in their note, in their own words.

A message is cut into sentences and these into clauses. What only asks, greets, supposes or speaks
of others is left out; a clause is kept for what kind of memory it is and for its details
(`rules`). Nothing here depends on anything but the message.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.knowledge.speech.plain_statement import PlainStatement, StatementKind
from familiar_memory.writers.statements.rules import StatementRules, statement_rules, weight_of
from familiar_memory.writers.text.sentences import mask_quotations, mask_voices, split_sentences
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.taken_back import without_taken_back
from familiar_memory.writers.text.words import salient_words

__all__ = ["find_plain_statements"]

_ENOUGH = 1.0
"""What a clause has to weigh: the weights are chosen so that one plain sign is enough."""
_MOST_CHARS = 160
"""Of a statement: a longer one is a story, of which the beginning is kept."""
_CAPTION = regex.compile(r"(?<!\s)\s*+\[[^\[\]]*+\]")
_TITLE = regex.compile(
    r"(?<=\p{L} )(?<!\b(?:said|says|say|asked|goes|like|yells?|shouts?) )[\"“]"
    r"(\p{Lu}[^\s\"”]*(?:\s(?:\p{Lu}[^\s\"”]*|of|the|and|an?|in|to|for|on|&|\d+)){0,6})[\"”]"
)
_CODE = regex.compile(r"`([^`\s][^`\n]{0,40})`")
_EMOJI = regex.compile(r"<a?:\w+:\d+>|(?<!\S):[\w+-]+:(?!\S)")
_CALLED = regex.compile(
    r"^\s*(?:(?:hey|hi|hello|yo|ok|okay|so|oh)\b[\s,]*)?(?:(?:<@[!&]?\d+>|@[\p{L}\d][\w.-]*)[\s,:]*)+",
    regex.IGNORECASE,
)
"""Whom a message is meant for is no part of what it says."""
_EDGES = " \t,;:.!?…。！？、–—-~*\"'()"


def find_plain_statements(text: str) -> tuple[PlainStatement, ...]:
    """List what the speaker says of themselves, in order, each once."""
    found: dict[str, PlainStatement] = {}
    said = split_sentences(mask_quotations(_with_titles(_said(mask_voices(text)))))
    for number, sentence in enumerate(without_taken_back(said)):
        for one in _of_sentence(sentence, is_first=not number):
            found.setdefault(one.text.casefold(), one)
    return tuple(found.values())


def _said(text: str) -> str:
    """The text without captions, pictures in words, and the names that it begins with."""
    return _CALLED.sub("", _EMOJI.sub(" ", _CAPTION.sub("", text)))


def _with_titles(text: str) -> str:
    """The text with the titles and names of code in it: they are no speech of others."""
    return _CODE.sub(r"\1", _TITLE.sub(r"\1", text))


def _of_sentence(sentence: str, *, is_first: bool) -> Iterator[PlainStatement]:
    spelt = as_spelt(sentence)
    for rules in statement_rules():
        if is_first and rules.unnamed.search(spelt):
            continue
        if rules.speaker.search(spelt) and not rules.spoils.search(spelt):
            yield from _of_clauses(spelt, rules)


def _of_clauses(sentence: str, rules: StatementRules) -> Iterator[PlainStatement]:
    opened = rules.openers.sub("", sentence)
    clauses = [one for one in rules.borders.split(opened) if one and one.strip(_EDGES)]
    is_asked = asks(sentence)
    run: list[tuple[StatementKind, str]] = []
    for number, clause in enumerate(clauses):
        if is_asked and number == len(clauses) - 1 and len(clauses) == 1:
            continue
        judged = None if is_asked and number == len(clauses) - 1 else _judged(clause, rules)
        if judged is not None:
            run.append((judged, _shown(clause, rules)))
    kinds = [kind for kind, _ in run]
    for kind in dict.fromkeys(kinds):
        yield PlainStatement(kind, _cut(", ".join(text for one, text in run if one is kind)))


def _judged(clause: str, rules: StatementRules) -> StatementKind | None:
    """The kind of a clause that is worth keeping."""
    if not rules.speaker.search(clause):
        return None
    if rules.idle.search(clause) or rules.refused.search(clause):
        return None
    if rules.hedges.search(clause) and not rules.exact.search(clause):
        return None
    if len(salient_words(clause)) < rules.fewest_words:
        return None
    weights = {kind: weight_of(clause, weighed) for kind, weighed in rules.kinds.items()}
    best = max(weights, key=lambda kind: weights[kind])
    if weights[best] <= 0:
        return None
    total = weights[best] + weight_of(clause, rules.details)
    return best if total >= _ENOUGH else None


def _shown(clause: str, rules: StatementRules) -> str:
    words = rules.trailing.sub("", rules.openers.sub("", clause.strip(_EDGES)).strip(_EDGES))
    shown = rules.subject.sub("", words).strip(_EDGES)
    # A bracket that closed the clause closes it still.
    return f"{shown})" if shown.count("(") > shown.count(")") else shown


def _cut(text: str) -> str:
    if len(text) <= _MOST_CHARS:
        return text
    cut = text[: _MOST_CHARS - 1]
    return f"{cut.rpartition(' ')[0].rstrip(_EDGES)}…"
