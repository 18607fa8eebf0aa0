"""Which people an utterance names, by any of their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from familiar_memory.domain.tokens import is_dense_script
from familiar_memory.knowledge.words import fold
from familiar_memory.recall.common_words import COMMON_WORDS

__all__ = ["Mention", "NameBook", "find_mentions"]

_WORD = re.compile(r"[^\W_]+(?:['’_-][^\W_]+)*")
# What may hang on a name: it still names its owner.
_HANGING = re.compile(r"['’](?:s|ll|d|ve|re|m)\Z", re.IGNORECASE)
_SENTENCE_END = frozenset(".!?…\n。！？:")
_MAX_NAME_WORDS = 6


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in an utterance, and everybody who bears it (more than one = ambiguous)."""

    name: str
    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    start: int
    is_capitalised: bool
    starts_sentence: bool
    is_called: bool
    """A comma follows, as after somebody who is spoken to."""
    is_tagged: bool
    """An @ precedes."""


@dataclass(frozen=True, slots=True)
class NameBook:
    """Names made ready for looking them up: make it once for many utterances."""

    by_words: Mapping[tuple[str, ...], Mention]
    dense: Mapping[str, Mention]
    """Names in scripts without spaces, by each way to write them, the longest first."""

    @classmethod
    def of(cls, aliases: Mapping[str, tuple[str, ...]]) -> NameBook:
        """Read a map of names to slugs; names that are spelled alike once folded are one."""
        by_words: dict[tuple[str, ...], Mention] = {}
        dense: dict[str, Mention] = {}
        for name, slugs in aliases.items():
            if keys := tuple(_keys(name)):
                by_words[keys] = _joined(by_words.get(keys), name, slugs)
            for form in _dense_forms(name):
                dense[form] = _joined(dense.get(form), name, slugs)
        longest_first = sorted(dense, key=lambda form: (-len(form), form))
        return cls(by_words, {form: dense[form] for form in longest_first})

    def find(self, text: str, excluded: Collection[str] = ()) -> tuple[Mention, ...]:
        """Names in a text, in order, each once; the longest name wins.

        Names match whole words, whatever their case and accents. A name that is also a
        common word counts only with a capital inside a sentence, or when it is called
        ("Will, are you there?", "@will"). In scripts without spaces a name matches
        anywhere. `excluded` names never count.
        """
        unwanted = {tuple(_keys(word)) for word in excluded}
        unwanted_dense = {form for word in excluded for form in _dense_forms(word)}
        found = [*self._spaced(text, unwanted), *self._dense(text, unwanted_dense)]
        found.sort(key=lambda pair: pair[0])
        return tuple(dict.fromkeys(mention for _, mention in found))

    def _spaced(
        self, text: str, unwanted: Collection[tuple[str, ...]]
    ) -> Iterator[tuple[int, Mention]]:
        said = list(_read_words(text))
        longest = min(max(map(len, self.by_words), default=0), _MAX_NAME_WORDS)
        at = 0
        while at < len(said):
            for size in range(min(longest, len(said) - at), 0, -1):
                window = tuple(word.key for word in said[at : at + size])
                mention = self.by_words.get(window)
                if mention is None or window in unwanted:
                    continue
                if size > 1 or _is_name(said[at]):
                    yield said[at].start, mention
                    at += size - 1
                    break
            at += 1

    def _dense(self, text: str, unwanted: Collection[str]) -> Iterator[tuple[int, Mention]]:
        if text.isascii():
            return
        folded = fold(text)
        for form, mention in self.dense.items():
            at = folded.find(form)
            if at >= 0:
                # What a longer name has taken is no shorter name as well.
                folded = folded.replace(form, "\0" * len(form))
                if form not in unwanted:
                    yield at, mention


def find_mentions(
    text: str, aliases: Mapping[str, tuple[str, ...]], excluded: Collection[str] = ()
) -> tuple[Mention, ...]:
    """The names of an alias map in a text; see `NameBook.find`."""
    return NameBook.of(aliases).find(text, excluded)


def _joined(before: Mention | None, name: str, slugs: tuple[str, ...]) -> Mention:
    if before is None:
        return Mention(name, slugs)
    return Mention(before.name, tuple(sorted({*before.slugs, *slugs})))


def _dense_forms(name: str) -> set[str]:
    """A name as it is written inside a sentence of such a script; none for other scripts."""
    parts = fold(name).split()
    compact = "".join(parts)
    if len(compact) < 2 or not all(map(is_dense_script, compact)):
        return set()
    return {compact, " ".join(parts)}


def _keys(name: str) -> list[str]:
    return [_key(match.group()) for match in _WORD.finditer(name)]


def _key(word: str) -> str:
    return fold(word).replace("’", "'")


def _is_name(word: _Word) -> bool:
    if word.key not in COMMON_WORDS or word.is_tagged:
        return True
    return word.is_capitalised and (word.is_called or not word.starts_sentence)


def _read_words(text: str) -> Iterator[_Word]:
    end = 0
    for match in _WORD.finditer(text):
        between = text[end : match.start()]
        starts = end == 0 or any(mark in _SENTENCE_END for mark in between)
        end = match.end()
        written = _HANGING.sub("", match.group())
        yield _Word(
            _key(written),
            match.start(),
            written[:1].isupper(),
            starts,
            text[end : end + 1] in (",", "，", "、"),
            between.endswith("@"),
        )
