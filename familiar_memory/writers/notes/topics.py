"""Find what a community keeps talking about: names that come back, without a model.

A name is a topic when it is written with a capital (or as a #hashtag) and, in rooms
that are not private, at least two people mention it on two different days or five
times in all. Names of people are not topics. The count runs over a window of history
that is longer than a batch, so it does not depend on where a batch ends; and a note
that exists stays a topic, whatever the window holds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import note_of_topic
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.writers.text.lexicon import (
    LANGUAGES,
    NATIONALITIES,
    NOT_NAMES,
    STOPWORDS,
    word_set,
)
from familiar_memory.writers.text.romanise import romanised
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.subject_words import is_common
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["Topic", "find_topics", "mentions"]

_MIN_PEOPLE, _MIN_DAYS, _MIN_TIMES, _MIN_EVER = 2, 2, 5, 3
"""A topic is named by two people at least, three times or more, on two days or five times: what
one person says once, or says over and over in one evening, makes no file that everybody sees."""
_MIN_WRITTEN = 2
"""Written as a name only once, it may be the beginning of a sentence."""
_MIN_NICKNAME = 3
"""Shorter beginnings of a name are beginnings of other words too."""
_MIN_CAPITAL_SHARE = 0.6
"""Of all times that careful typists wrote it: a name gets its capital in most, a word only where a
sentence begins."""
_CAPITALISED = r"\p{Lu}[\p{Ll}\p{M}][\p{L}\p{M}'’-]*"
_SEQUENCE = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}#@/._-]){_CAPITALISED}(?:\s(?:&\s)?{_CAPITALISED}){{0,3}}"
)
_HASHTAG = regex.compile(r"(?<![\p{L}\p{N}&/#])#(\p{L}[\p{L}\p{N}_-]{2,40})")
_KATAKANA = regex.compile(
    r"(?<![\p{Katakana}ー])\p{Katakana}[\p{Katakana}ー]{2,}(?![\p{Katakana}ー])"
    r"(?!さん|ちゃん|くん|君|様|さま|先生)"
)
_POSSESSIVE = regex.compile(r"['’]s$")
_WORD = regex.compile(r"[\p{L}\p{N}]+")
_LINK = regex.compile(r"https?://\S+")
_COMMON = word_set(
    "mr mrs ms dr doctor sir madam discord twitch youtube google internet mum mom dad utc"
) | word_set(f"{LANGUAGES} {NATIONALITIES} {' '.join(MONTHS)}".casefold())
_COMMON_KATAKANA = word_set(
    "アレルギー タイトル ゲーム テレビ コーヒー ケーキ パソコン スマホ メール サイト "
    "ページ ダジャレ プレゼント ランチ ニュース アニメ マンガ ネット データ "
    "カメラ レストラン ホテル バス イベント"
)
_VOCATIVE_BEFORE = regex.compile(
    r"(?:[,、]\s*|@|\b(?:hi|hey|hello|evening|morning|goodnight|thanks)\s+)$", regex.I
)
_VOCATIVE_AFTER = regex.compile(r"^\s*(?:[,!?.…、。！？]|$)")
_PERSON_SHARE = 0.2
"""One in five: what is spoken to so often is a person, and no topic."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A recurring subject: its note's slug, and its name as written most often."""

    slug: str
    title: str

    @property
    def path(self) -> str:
        """The note, relative to the tree."""
        return note_of_topic(self.slug)


def find_topics(
    said: Iterable[Utterance], names: Iterable[str], rooms: Iterable[str] = ()
) -> tuple[Topic, ...]:
    """Name the topics of a stretch of talk, by slug.

    `names` are everything that people (and the familiar) are called, `rooms` the names
    of channels, which look like hashtags. What is said in private makes no topic: a
    file's name is seen by everyone.
    """
    public = [one for one in said if not one.place.is_private]
    taken = _parts_of(names) | {room.casefold() for room in rooms}
    spoken = _Spoken.of(public)
    topics: dict[str, Topic] = {}
    for key, written in sorted(_candidates(public, taken).items()):
        if written.total() < _MIN_WRITTEN:
            continue
        title = min(written, key=lambda form: (-written[form], form))
        lines = spoken.mentioning(title)
        if _recurs(lines) and _is_name(lines, key, title) and not _is_somebody(lines, title):
            topic = Topic(title_slug(title), title)
            topics.setdefault(topic.slug, topic)
    return tuple(topics[slug] for slug in sorted(topics))


def mentions(text: str, title: str) -> bool:
    """Whether a text speaks of the topic, in any case, as whole words."""
    return _pattern(title).search(_LINK.sub(" ", text)) is not None


@lru_cache(maxsize=1024)
def _pattern(title: str) -> regex.Pattern[str]:
    words = r"[\s_-]+".join(regex.escape(word) for word in regex.split(r"[\s_-]+", title))
    before, after = r"(?<![\p{L}\p{N}])", r"(?!\p{L}|\p{N})(?!-\p{L})"
    if regex.fullmatch(r"[\p{Katakana}ー]+", title):
        before, after = r"(?<![\p{Katakana}ー])", r"(?![\p{Katakana}ー])"
    return regex.compile(f"{before}{words}{after}", regex.IGNORECASE)


def _candidates(said: Iterable[Utterance], taken: set[str]) -> Mapping[str, Counter[str]]:
    """Every name seen in a place where a capital means something, and how it was written."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in said:
        for name in _names_in(one.words):
            key = name.casefold()
            words = _WORD.findall(key)
            if key in taken or all(w in taken or w in _COMMON or is_common(w) for w in words):
                continue
            if any(_is_nickname(key, name) for name in taken):
                continue
            found[key][name] += 1
    return found


def _is_nickname(one: str, other: str) -> bool:
    """Whether one begins the other, as Bex does bexatron."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _MIN_NICKNAME and long.startswith(short)


def _names_in(text: str) -> Iterator[str]:
    plain = _LINK.sub(" ", text)
    yield from (tag.replace("_", " ") for tag in _HASHTAG.findall(plain))
    yield from (run for run in _KATAKANA.findall(plain) if run not in _COMMON_KATAKANA)
    for sentence in split_sentences(plain):
        for match in _SEQUENCE.finditer(sentence):
            words = [_POSSESSIVE.sub("", word) for word in match[0].split()]
            opens = not any(c.isalnum() for c in sentence[: match.start()])
            yield from _trimmed(words, opens=opens)


def _trimmed(words: list[str], *, opens: bool) -> Iterator[str]:
    """Drop words that are capitals for another reason: a sentence's first, "I", "Monday"."""
    while words and _is_plain(words[0]):
        words, opens = words[1:], False
    while words and _is_plain(words[-1]):
        words = words[:-1]
    if words and not (opens and len(words) == 1) and not any(map(_is_plain, words)):
        yield " ".join(words)


def _is_plain(word: str) -> bool:
    folded = word.casefold().split("'")[0]
    return folded in STOPWORDS or folded in NOT_NAMES


@dataclass(frozen=True, slots=True)
class _Spoken:
    """Lines by the words in them, so that each name is looked for in few of them."""

    said: tuple[Utterance, ...]
    by_word: Mapping[str, list[int]]

    @classmethod
    def of(cls, said: Iterable[Utterance]) -> _Spoken:
        lines = tuple(said)
        by_word: dict[str, list[int]] = defaultdict(list)
        for index, one in enumerate(lines):
            for word in set(_WORD.findall(one.words.casefold())):
                by_word[word].append(index)
        return cls(lines, by_word)

    def mentioning(self, title: str) -> list[Utterance]:
        first = _WORD.findall(title.casefold())[0]
        if not first.isascii():
            return [one for one in self.said if mentions(one.words, title)]
        near = (self.said[index] for index in self.by_word.get(first, ()))
        return [one for one in near if mentions(one.words, title)]


def _recurs(said: list[Utterance]) -> bool:
    people = {one.author.slug for one in said}
    days = {one.slot.day for one in said}
    often = len(days) >= _MIN_DAYS or len(said) >= _MIN_TIMES
    return len(said) >= _MIN_EVER and len(people) >= _MIN_PEOPLE and often


def _is_name(said: Iterable[Utterance], key: str, title: str) -> bool:
    """Whether careful typists mostly give it a capital, and nobody is addressed by it."""
    if " " in key or not key.isascii():
        return True
    pattern = _pattern(title)
    capital = small = addressed = total = 0
    for text in (_LINK.sub(" ", one.words) for one in said):
        careful = _is_careful(text)
        for match in pattern.finditer(text):
            total += 1
            before, after = text[: match.start()], text[match.end() :]
            addressed += bool(_VOCATIVE_BEFORE.search(before) and _VOCATIVE_AFTER.search(after))
            if careful:
                capital += match[0][:1].isupper()
                small += match[0][:1].islower()
    if addressed >= max(2, _PERSON_SHARE * total):
        return False
    return capital >= _MIN_CAPITAL_SHARE * (capital + small)


def _is_somebody(said: Iterable[Utterance], title: str) -> bool:
    """Whether one of those who speak goes by that name, whatever their account is called."""
    pattern = _called(title)
    return any(pattern.search(one.words.replace("’", "'")) for one in said)


@lru_cache(maxsize=512)
def _called(title: str) -> BoundedPattern:
    tables = language_tables("callings").values()
    before = {one.replace("’", "'") for table in tables for one in table.get("own_name", ())}
    said = "|".join(regex.escape(one) for one in sorted(before)) or "(?!)"
    return bounded(rf"\b(?:{said}) {regex.escape(title)}(?!\p{{L}})", regex.IGNORECASE)


def _is_careful(text: str) -> bool:
    """Whether this line puts capitals where they belong, and not everywhere."""
    starts = [s for s in split_sentences(text) if s[0].isalpha()]
    return bool(starts) and all(s[0].isupper() and not s[:12].isupper() for s in starts)


def _parts_of(names: Iterable[str]) -> set[str]:
    parts: set[str] = set()
    for name in names:
        folded = name.casefold()
        parts |= {
            folded,
            romanised(name) or folded,
            *(w for w in regex.split(r"[^\p{L}\p{N}]+", folded) if len(w) > 1),
        }
    return parts - STOPWORDS
