"""Which people an utterance names, by any of their names, in any script and normal form.

Text and names are brought to one form (NFKC) before they are cut into words, so that a letter
and its accent are one letter however they are stored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import regex

from familiar_memory.knowledge.names import folded_name
from familiar_memory.recall.names.common_words import COMMON_WORDS
from familiar_memory.recall.names.name_forms import FormsInText, written_forms

__all__ = ["Mention", "NameBook"]

# Letters with their marks; what joins letters (Persian, Indic) is a part of the word. A script
# without spaces ends it: in Kenさん there are two.
_DENSE = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTERS = rf"(?:[[\p{{L}}\p{{N}}]--[{_DENSE}]][[\p{{L}}\p{{N}}\p{{M}}\u200c\u200d]--[{_DENSE}]]*)"
_RUN = rf"(?:{_LETTERS}|[{_DENSE}][{_DENSE}\p{{M}}]*)"
_WORD = regex.compile(rf"{_RUN}(?:['’ʼ_\-‐]{_RUN})*", regex.V1)
# What may hang on a name: it still names its owner.
_PLAIN_WORD = re.compile(r"[^\W_]+(?:['_-][^\W_]+)*")
"""The same for ASCII, many times as fast."""
_HANGING = regex.compile(r"['’ʼ](?:s|ll|d|ve|re|m)\Z", regex.IGNORECASE)
_SENTENCE_END = frozenset(".!?…\n。！？:")
_MAX_NAME_WORDS = 6
"""No message is compared word by word with a name that is a sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in an utterance, and everybody who bears it (more than one = ambiguous)."""

    name: str
    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    """Folded, without what hangs on it."""
    whole: str
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
    """Names that are found anywhere, as in scripts without spaces, by each way to write them,
    the longest first."""

    @classmethod
    def of(cls, aliases: Mapping[str, tuple[str, ...]]) -> NameBook:
        """Read a map of names to slugs; names that are spelled alike once folded are one."""
        by_words: dict[tuple[str, ...], Mention] = {}
        dense: dict[str, Mention] = {}
        for name, slugs in aliases.items():
            if keys := tuple(_keys(name)):
                by_words[keys] = _joined(by_words.get(keys), name, slugs)
            for form in written_forms(name):
                dense[form] = _joined(dense.get(form), name, slugs)
        longest_first = sorted(dense, key=lambda form: (-len(form), form))
        return cls(by_words, {form: dense[form] for form in longest_first})

    def find(self, text: str, excluded: Collection[str] = ()) -> tuple[Mention, ...]:
        """Names in a text, in order, each once; the longest name wins.

        Names match whole words, whatever their case and accents. A name that is also a
        common word counts only with a capital inside a sentence, or when it is called
        ("Will, are you there?", "@will"). In scripts without spaces a name matches
        anywhere, one of a single letter only where it is addressed. `excluded` names never
        count.
        """
        text = text if text.isascii() else unicodedata.normalize("NFKC", text)
        unwanted = {tuple(_keys(word)) for word in excluded}
        unwanted_dense = {form for word in excluded for form in written_forms(word)}
        found = [*self._spaced(text, unwanted), *self._dense(text, unwanted_dense)]
        found.sort(key=lambda pair: pair[0])
        return tuple(dict.fromkeys(mention for _, mention in found))

    def _spaced(
        self, text: str, unwanted: Collection[tuple[str, ...]]
    ) -> Iterator[tuple[int, Mention]]:
        if not self.by_words:
            return
        said = list(_read_words(text))
        longest = min(max(map(len, self.by_words)), _MAX_NAME_WORDS)
        at = 0
        while at < len(said):
            for size in range(min(longest, len(said) - at), 0, -1):
                mention = self._by_window(said[at : at + size], unwanted)
                if mention is not None and (size > 1 or _is_name(said[at])):
                    yield said[at].start, mention
                    at += size - 1
                    break
            at += 1

    def _by_window(
        self, window: list[_Word], unwanted: Collection[tuple[str, ...]]
    ) -> Mention | None:
        """Who is called by these words, as they stand or without what hangs on the last."""
        last = window[-1]
        before = tuple([word.whole for word in window[:-1]])
        for end in (last.whole, last.key) if last.whole != last.key else (last.key,):
            mention = self.by_words.get((*before, end))
            if mention is not None and (*before, end) not in unwanted:
                return mention
        return None

    def _dense(self, text: str, unwanted: Collection[str]) -> Iterator[tuple[int, Mention]]:
        if text.isascii() or not self.dense:
            return
        left = FormsInText(text)
        for form, mention in self.dense.items():
            at = left.take(form)
            if at is not None and form not in unwanted:
                yield at, mention


def _joined(before: Mention | None, name: str, slugs: tuple[str, ...]) -> Mention:
    if before is None:
        return Mention(name, slugs)
    return Mention(before.name, tuple(sorted({*before.slugs, *slugs})))


def _keys(name: str) -> list[str]:
    unified = unicodedata.normalize("NFKC", name)
    word = _PLAIN_WORD if unified.isascii() else _WORD
    return [folded_name(match.group()) for match in word.finditer(unified)]


def _is_name(word: _Word) -> bool:
    if word.key not in COMMON_WORDS or word.is_tagged:
        return True
    return word.is_capitalised and (word.is_called or not word.starts_sentence)


def _read_words(text: str) -> Iterator[_Word]:
    end = 0
    for match in (_PLAIN_WORD if text.isascii() else _WORD).finditer(text):
        between = text[end : match.start()]
        starts = end == 0 or any(mark in _SENTENCE_END for mark in between)
        end = match.end()
        whole = match.group()
        written = _HANGING.sub("", whole) if len(whole) > 2 and not whole.isalpha() else whole
        yield _Word(
            folded_name(written),
            folded_name(whole),
            match.start(),
            written[:1].isupper(),
            starts,
            text[end : end + 1] in (",", "，", "、"),
            between.endswith("@"),
        )
