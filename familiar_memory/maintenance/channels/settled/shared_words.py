"""Decisions, agreements and action items in plain words, as each language says them.

The words are the `[shared_context]` of a language (`knowledge/languages`); one that has none says
nothing here. A decision that nobody has made is worse than one that is missed: what is asked,
supposed, quoted, told of others, said in jest or waits for an answer counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.maintenance.channels.settled.numbered import numbered_in, numbers_in
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.writers.arcs.wording import asserted_in, base_forms
from familiar_memory.writers.forms.asserted import is_asserted
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["FinishedWords", "SettledWords", "dropped_in", "finished_in", "matter_of", "settled_in"]

_LONGEST = 300
"""Characters of a sentence that says one thing."""
_SHOWN_CHARS = 160
_FEWEST_CHARS = 2
_EDGES = " \t,;:–—-\"'"
_Patterns = tuple[BoundedPattern, ...]


@dataclass(frozen=True, slots=True)
class SettledWords:
    """What a sentence settles: the words to show, and the matter that they are about."""

    kind: SharedKind
    words: str
    matter: str


@dataclass(frozen=True, slots=True)
class FinishedWords:
    """What a sentence says to be finished ("the posters are printed"), whoever finished it.

    `verbs` are the plain forms of what was done; without any it was whatever had to be.
    """

    what: str
    verbs: frozenset[str]


def settled_in(said: str) -> tuple[SettledWords, ...]:
    """What a message settles, at most one thing a sentence; first what has a number."""
    numbered = (
        SettledWords(SharedKind.DECISION, _shown(one.words), one.matter)
        for one in numbered_in(said)
        if _is_meant(one.words, one.behind)
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


def dropped_in(said: str) -> tuple[str, ...]:
    """The matters that a message says are off."""
    return tuple(_dropped(said))


def finished_in(said: str) -> tuple[FinishedWords, ...]:
    """What a message says to be finished, where it names nothing else beside it."""
    return tuple(dict.fromkeys(_finished(said)))


def _finished(said: str) -> Iterator[FinishedWords]:
    for sentence in asserted_in(said):
        spelt = as_spelt(sentence)
        for rules in _languages():
            if _finds(rules.jests, spelt) or _finds(rules.unsure, spelt):
                continue
            for match in (one for pattern in rules.finished for one in pattern.finditer(spelt)):
                if verbs := frozenset(base_forms(match["verb"].casefold())):
                    yield FinishedWords(match["what"], verbs)
            for match in (one for pattern in rules.done for one in pattern.finditer(spelt)):
                yield FinishedWords(match["what"], frozenset())


def _is_meant(sentence: str, behind: str) -> bool:
    """Whether it is no question, no joke and no supposition, and waits for no answer."""
    if len(sentence) > _LONGEST or asks(sentence):
        return False
    spelt = as_spelt(sentence)
    return not any(
        _finds(rules.jests, spelt) or _finds(rules.unsure, spelt) or _finds(rules.pending, behind)
        for rules in _languages()
    )


def _settled(sentence: str, behind: str) -> SettledWords | None:
    if MASK in sentence or len(sentence) > _LONGEST or asks(sentence):
        return None
    spelt = as_spelt(sentence)
    for rules in _languages():
        if not _finds(rules.jests, spelt) and not _finds(rules.pending, behind):
            found = next(_in_language(spelt, rules), None)
            if found is not None:
                return found
    return None


def _in_language(sentence: str, rules: _Rules) -> Iterator[SettledWords]:
    # What is agreed may hold only if something happens; what is decided or taken on may not.
    is_sure = not _finds(rules.unsure, sentence)
    is_now = not _finds(rules.told, sentence)
    for kind, patterns in rules.kinds.items():
        if kind is not SharedKind.AGREEMENT and not is_sure:
            continue
        if kind is not SharedKind.ACTION and not is_now:
            continue
        for pattern in patterns:
            match = pattern.search(sentence)
            if match is not None and _is_said(sentence, match):
                yield SettledWords(
                    kind, _shown(sentence[match.start() :]), match["what"].strip(_EDGES)
                )


def _is_said(sentence: str, match: regex.Match[str]) -> bool:
    is_own = is_asserted(sentence, match.start(), match.end(), loose=True, past=True)
    return is_own and len(match["what"].strip(_EDGES)) >= _FEWEST_CHARS


def _dropped(said: str) -> Iterator[str]:
    for sentence in split_sentences(mask_quotations(said)):
        spelt = as_spelt(sentence)
        if MASK in sentence or asks(sentence):
            continue
        for rules in _languages():
            if _finds(rules.jests, spelt) or _finds(rules.unsure, spelt):
                continue
            matches = (pattern.search(spelt) for pattern in rules.dropped)
            yield from (one["what"] for one in matches if one is not None and one["what"])


def _shown(words: str) -> str:
    """The words of a line: cut between two of them where they are many."""
    flat = " ".join(words.split()).strip(_EDGES)
    if len(flat) <= _SHOWN_CHARS:
        return flat
    cut = flat[: _SHOWN_CHARS - 1]
    whole = cut.rpartition(" ")[0] if " " in cut[_SHOWN_CHARS // 2 :] else cut
    return f"{whole.rstrip(_EDGES)}…"


def _finds(patterns: _Patterns, text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class _Rules:
    kinds: Mapping[SharedKind, _Patterns]
    pending: _Patterns
    jests: _Patterns
    told: _Patterns
    unsure: _Patterns
    dropped: _Patterns
    finished: _Patterns
    done: _Patterns


_KINDS = {
    SharedKind.AGREEMENT: "agreements",
    SharedKind.DECISION: "decisions",
    SharedKind.ACTION: "actions",
}
"""What is read first counts: "we agreed to go with oak" is an agreement."""

_LISTS = ("pending", "jests", "told", "unsure", "dropped", "finished", "done")


@lru_cache(maxsize=1)
def _languages() -> tuple[_Rules, ...]:
    return tuple(map(_compiled, language_tables("shared_context").values()))


def _compiled(table: Mapping[str, Any]) -> _Rules:
    words: Mapping[str, str] = table.get("words", {})

    def patterns(name: str) -> _Patterns:
        written = (spelled(one, words) for one in table.get(name, ()))
        return tuple(bounded(one, regex.IGNORECASE) for one in written)

    kinds = {kind: patterns(name) for kind, name in _KINDS.items()}
    return _Rules(kinds, **{name: patterns(name) for name in _LISTS})
