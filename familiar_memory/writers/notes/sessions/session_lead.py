"""What a place's part of a session is about, in one line: who, how much, when, which topics.

Of all that was said there in that part of the day, so that the line holds however many batches it
came in. It stands under the heading of the place, and says what the people of that place know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

import regex

from familiar_memory.domain.tree import note_of_topic
from familiar_memory.markdown.audience.lines import speaks_of_audience
from familiar_memory.writers.notes.topics import Topic, mentions
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.slots import local_time
from familiar_memory.writers.text.subject_words import is_subject
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity, salient_words

__all__ = ["lead_words", "without_subjects"]

_PEOPLE = 6
"""Whom a reader takes in at a glance; the others are counted."""
_TOPICS = 5
_WORDS = 2
_NUMBER = regex.compile(r"\d+(?:st|nd|rd|th|[ap]m)?")
"""A day, an hour or a count says when and how many."""
_OFTEN = 3
"""Messages in which a word must be, of at least two people: what one person says twice is no
subject."""
_MIN_RARITY = 0.5
"""Of a word that says what this talk, and not just any, was about: of a thousand lines about
thirty may have it."""
_STEM = 4
"""Letters that two forms of a word share: lantern, lanterns."""
_ABOUT, _ALSO = "about ", "also "
_SUBJECTS = (_ABOUT, _ALSO)
_WITHIN = regex.compile(r"(?<=[\p{L}\p{N},;'’()\"-]\s)[\p{L}\p{N}]+")
_SHOUTED = 4
"""Letters from which capitals alone are a shout, and no abbreviation."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def lead_words(
    spoken: Sequence[Utterance],
    zone: tzinfo,
    topics: Iterable[Topic],
    names: Iterable[str],
    links: NoteLinks,
    rarity: Rarity,
    *,
    is_all: bool = True,
) -> str:
    """The line, in the order of its questions; "" where it might be read as a restriction.

    `spoken` is everything said, in order; where it may have begun before (`not is_all`) the line
    says so. A topic is linked where somebody named it; `names` are what people are called, and no
    subjects.
    """
    named = _named(spoken, topics)
    about = [links.note(note_of_topic(topic.slug), topic.title) for topic in named[:_TOPICS]]
    also = _recurring(spoken, named, names, rarity)
    count = f"{'' if is_all else 'over '}{_messages(len(spoken))}"
    parts = [
        _joined(list(_people(spoken, links))),
        f"{count}, {_times(spoken, zone, is_all=is_all)}",
        f"{_ABOUT}{', '.join(about)}" if about else "",
        f"{_ALSO if about else _ABOUT}{', '.join(also)}" if also else "",
    ]
    words = f"{'; '.join(filter(None, parts))}."
    return "" if speaks_of_audience(words) else words


def without_subjects(lead: str, is_left_out: Callable[[str], bool]) -> str:
    """The line, of which the parts that say what the talk was about may be left out."""
    parts = lead.removesuffix(".").split("; ")
    kept = [one for one in parts if not (one.startswith(_SUBJECTS) and is_left_out(one))]
    if len(kept) == len(parts):
        return lead
    also = kept[-1].removeprefix(_ALSO)
    told = [*kept[:-1], f"{_ABOUT}{also}"] if also != kept[-1] else kept
    return f"{'; '.join(told)}."


def _people(spoken: Sequence[Utterance], links: NoteLinks) -> Iterator[str]:
    """Who said most first; under the name that they had last."""
    counted = Counter(one.author.slug for one in spoken)
    latest = {one.author.slug: one.author for one in spoken}
    for slug, _ in counted.most_common(_PEOPLE):
        yield links.person(latest[slug])
    if (others := len(counted) - _PEOPLE) > 0:
        yield "1 other" if others == 1 else f"{others:,} others"


def _messages(count: int) -> str:
    return "1 message" if count == 1 else f"{count:,} messages"


def _times(spoken: Sequence[Utterance], zone: tzinfo, *, is_all: bool) -> str:
    first, last = (_clock(one, zone) for one in (spoken[0], spoken[-1]))
    if not is_all:
        return f"until {last}"
    return first if first == last else f"{first}–{last}"


def _clock(one: Utterance, zone: tzinfo) -> str:
    said = _EPOCH + timedelta(microseconds=one.said_us)
    return local_time(said, zone).strftime("%H:%M")


def _named(spoken: Sequence[Utterance], topics: Iterable[Topic]) -> list[Topic]:
    """The topics that somebody named, the most named first."""
    counted = {topic: sum(mentions(one.words, topic.title) for one in spoken) for topic in topics}
    found = [topic for topic, count in counted.items() if count]
    return sorted(found, key=lambda topic: (-counted[topic], topic.title))


def _recurring(
    spoken: Sequence[Utterance], named: Iterable[Topic], names: Iterable[str], rarity: Rarity
) -> list[str]:
    """What came back and has no note: words that several people used, and few do elsewhere."""
    told = {word for topic in named for word in salient_words(topic.title)}
    told |= {word for name in names for word in salient_words(name)}
    lines: dict[str, list[Utterance]] = {}
    for one in spoken:
        for word in salient_words(one.words):
            lines.setdefault(word, []).append(one)
    worth = {
        word: len(said) * rarity.of(word)
        for word, said in lines.items()
        if len(said) >= _OFTEN
        and len({one.author.slug for one in said}) > 1
        and not _NUMBER.fullmatch(word)
        and rarity.of(word) >= _MIN_RARITY
    }
    shown: list[str] = []
    for word in sorted(worth, key=lambda word: (-round(worth[word], 5), word)):
        if len(shown) == _WORDS:
            break
        if any(_is_form_of(word, one) for one in (*told, *shown)):
            continue
        if is_subject(word, [one.words for one in lines[word]]):
            shown.append(word)
    return [_as_written(word, lines[word]) for word in shown]


def _as_written(word: str, said: Iterable[Utterance]) -> str:
    """The form in which most wrote it within a sentence: a name has its capital."""
    found = (form for one in said for form in _WITHIN.findall(one.words) if form.casefold() == word)
    forms = Counter(form for form in found if not (form.isupper() and len(form) > _SHOUTED))
    return min(forms, key=lambda form: (-forms[form], not form.islower(), form), default=word)


def _is_form_of(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    is_stem = len(short) >= _STEM or long == f"{short}s"
    return short == long or (is_stem and long.startswith(short))


def _joined(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
