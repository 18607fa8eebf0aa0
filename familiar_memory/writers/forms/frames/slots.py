"""What the slots of English frames take: names, places of work, things, days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms.frames.frame import FrameSlot
from familiar_memory.writers.forms.frames.words import Word, phrase_ends, word_phrases
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import word_set

__all__ = ["SLOTS"]

_MOST_WORDS = 5
_ARTICLES = frozenset(("the", "a", "an"))
_JOINING = frozenset(("of", "the", "de", "du", "la", "del", "da", "and", "&", "'s"))
"""What stands between the capitals of a name: "Isle of Wight", "Fennel and Rye"."""
_TITLES = frozenset(("mr", "mrs", "ms", "dr", "st", "sir", "lady", "admiral", "captain", "lord"))
_NO_NAMES = lexicon.NOT_NAMES | word_set(
    "i'm sorry lol omg haha yes yeah no oh ok okay hey hi hello well thanks sunday today monday "
    "everyone anyone guys also maybe not just still then now if my our your his her their its "
    "that's there here can't don't lmao brb btw english pc tv vr ai pm am discord steam"
)
_BORDERS = word_set(
    "and or but so because cos bc since as if when while where which who that than then after "
    "before until till til for with at in on from to by into about over under is are was were be "
    "been has have had 'm 're 've 'll 'd i we you he she they it this these those my your his her "
    "our their its means mean now today tonight tomorrow yesterday just still anymore again too "
    "also back last next every not no right lol tbh though tho yet already these once here there "
    "this can can't could will won't would do does did don't doesn't didn't makes make gets give "
    "pays pay says said wants want sent called gave got keeps keep let lets asked asks needs "
    "finally just really always never gets goes went came comes took takes thinks thought starts "
    "started ended ends scheduled kills killing finished looks feels sounds seems became "
    "anywhere forever whenever ever rn instead btw atm who's what's it's how what why any"
)
_NO_HEADS = word_set(
    "pension salary wage view title future catch desk commute contract perks "
    "moment minute time end start same top bottom beginning back front hour day week "
    "weekend month year edge gym pool beach computer table window present party wedding "
    "meetup concert show match game door lights corner airport pub doctor doctors dentist "
    "vet vets least last first all night noon midnight dawn lunch dinner breakfast "
    "funeral house flat place thing things lot bit few standstill loss push team staff "
    "band choir club army navy crew half squad person people guy man woman friend friends "
    "world guild server stream channel"
)
_TIMES = word_set(
    "moment minute time end start day week weekend month year edge hour age party wedding concert "
    "show match game airport"
)
_INTO = frozenset(("in", "to", "into", "from", "at"))
_CLAUSES = frozenset(("where", "home", "my", "our", "been", "now", "the", "a", "not", "who"))
_NOWHERE = word_set(
    "bed class heaven hell year grade week meetings court hospital school uni lockdown "
    "quarantine isolation training charge season trouble photoshop excel work pieces "
    "tears town debt limbo denial bits pain spirit fear traffic sales marketing finance "
    "engineering tech education banking insurance retail recovery therapy accounting "
    "healthcare politics business management support security research software design "
    "construction logistics law advertising publishing"
)
_NO_THINGS = word_set(
    "punishment painkillers drugs pills cigarettes nicotine phone drama attention chaos gambling "
    "however absolutely allergy allergies sleeping"
)
_NUMBERS = frozenset(lexicon.ORDINALS)
_MONTHS = frozenset(month.casefold() for month in MONTHS)


def _of(written: str) -> FrameSlot:
    """One of a closed list."""
    sought = word_phrases(written)

    def listed(words: tuple[Word, ...], at: int) -> Iterator[int]:
        return phrase_ends(words, sought, at)

    return listed


def _name(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """A run of words with capitals."""
    ends: list[int] = []
    end = at
    while end < len(words) and end - at < _MOST_WORDS:
        word = words[end]
        if word.is_capital and word.folded not in _NO_NAMES:
            end += 1
            if word.folded in _TITLES and end < len(words) and words[end].text == ".":
                end += 1
                continue
            ends.append(end)
        elif end > at and word.folded in _JOINING and word.folded != "'s":
            end += 1
        else:
            break
    yield from reversed(ends)


def _person(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """The name of a person or an animal: one word, or two, or one with a title."""
    for end in _name(words, at):
        said = words[at:end]
        is_short = len(said) == 1 or (len(said) == 2 and all(one.is_capital for one in said))
        is_titled = len(said) <= 3 and said[0].folded in _TITLES
        is_shouted = len(said[0].text) > 1 and said[0].text.isupper()
        if (is_short or is_titled) and not is_shouted:
            yield end


def _place(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """A place by its name, but not what belongs to it ("Oban's harbour")."""
    if at < len(words) and words[at].folded == "the":
        yield from _place(words, at + 1)
        return
    for end in _name(words, at):
        is_joined = any(one.folded in ("and", "&") for one in words[at:end])
        if not is_joined and not _owns(words, end) and not _is_nowhere(words, at, end):
            yield end


def _is_nowhere(words: tuple[Word, ...], at: int, end: int) -> bool:
    """Whether a capital only makes it look like a place: "in Sales", "home is Victorian"."""
    if end > at + 1:
        return False
    said = words[at].folded
    is_behind = at > 0 and words[at - 1].folded in _INTO
    is_adjective = not is_behind and said.endswith(("ian", "ish", "ese"))
    return said in _LANGUAGES or said in _NOWHERE or is_adjective


def _owns(words: tuple[Word, ...], end: int) -> bool:
    """Whether a name says whose the next word is; "Oban's where I live" is another "'s"."""
    said = [one.folded for one in words[end : end + 2]]
    return said[:1] == ["'s"] and said[1:] != [] and said[1] not in _CLAUSES


def _firm(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """A place of work: a name, or a few words behind an article."""
    if at >= len(words):
        return
    if words[at].folded not in _ARTICLES:
        yield from _name(words, at)
        return
    ends = list(_run(words, at + 1))
    for end in ends:
        is_half = end < ends[0] and words[end - 1].folded == "'s"  # "a snail's", of his pace
        no_heads = _NO_HEADS if end == at + 2 else _TIMES
        if not is_half and not _owns(words, end) and words[end - 1].folded not in no_heads:
            yield end


def _thing(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """A few words of no clause; articles are no part of what they name."""
    if at < len(words) and words[at].folded in _ARTICLES | {"some", "any"}:
        at += 1
    for end in _run(words, at):
        if _NO_THINGS.isdisjoint(one.folded for one in words[at:end]):
            yield end


def _long_firm(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """A place of work in more than one word: one alone may be somebody's name."""
    yield from (end for end in _firm(words, at) if end > at + 1)


def _age(words: tuple[Word, ...], at: int) -> Iterator[int]:
    if at < len(words) and words[at].text.isdecimal() and len(words[at].text) == 2:
        yield at + 1


def _run(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """Words up to what begins something else, all of them first."""
    end = at
    while end < len(words) and end - at < _MOST_WORDS:
        word = words[end]
        is_joined = word.folded in ("'s", "&") or (
            word.folded == "and"
            and end + 1 < len(words)
            and words[end + 1].is_capital
            and end > at
            and words[end - 1].is_capital
        )
        if not word.is_word or (word.folded in _BORDERS and not is_joined):
            break
        end += 1
    yield from range(end, at, -1)


def _day(words: tuple[Word, ...], at: int) -> Iterator[int]:
    """A day of a month, in either order."""
    end = at + 1 if at < len(words) and words[at].folded == "the" else at
    said = [one.folded for one in words[end : end + 3]]
    if len(said) > 1 and said[0] in _MONTHS and _is_number(said[1]):
        yield end + 2
    elif (len(said) > 2 and said[0] in _MONTHS and said[1] == "the" and _is_number(said[2])) or (
        len(said) > 2 and _is_number(said[0]) and said[1] == "of" and said[2] in _MONTHS
    ):
        yield end + 3
    elif len(said) > 1 and _is_number(said[0]) and said[1] in _MONTHS:
        yield end + 2


def _is_number(word: str) -> bool:
    digits = word.removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    return word in _NUMBERS or (digits.isdecimal() and len(digits) <= 2)


_LANGUAGES = frozenset(word.casefold() for word in lexicon.LANGUAGES.split())

_IRRITANTS = (
    "peanut peanuts nut nuts tree_nuts walnut walnuts hazelnut hazelnuts almond almonds "
    "cashew cashews pistachios pecans shellfish prawns shrimp crab lobster mussels "
    "oysters fish salmon egg eggs milk dairy cheese wheat gluten soy soya sesame mustard "
    "celery lupin lupins kiwi kiwis kiwi_fruit mango mangoes mangos banana bananas "
    "strawberry strawberries apples peaches tomatoes avocado citrus cat cats dog dogs "
    "horse horses rabbits dust dust_mites mould mold pollen grass_pollen birch_pollen "
    "ragweed hay feathers wasp wasps bee bees bee_stings wasp_stings latex nickel "
    "penicillin amoxicillin aspirin ibuprofen sulfa codeine perfume"
)
"""What people are mostly allergic to."""

SLOTS: Final[Mapping[str, FrameSlot]] = {
    "place": _place,
    "firm": _firm,
    "longfirm": _long_firm,
    "age": _age,
    "thing": _thing,
    "allergen": _thing,
    "irritant": _of(_IRRITANTS),
    "name": _person,
    "day": _day,
    "instrument": _of(lexicon.INSTRUMENTS),
    "diet": _of(lexicon.DIETS),
    "language": _of(lexicon.LANGUAGES),
    "kind": _of(lexicon.PETS),
    "kin": _of(
        " ".join(
            (
                lexicon.PARENTS,
                lexicon.CHILDREN,
                lexicon.SIBLINGS,
                lexicon.SPOUSES,
                lexicon.PARTNERS,
                lexicon.OTHER_RELATIVES,
                "flatmate roommate housemate",
            )
        )
    ),
}
"""What each slot of a frame takes, by its name."""
