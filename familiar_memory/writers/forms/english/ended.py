"""Plain forms in which people take back a fact about themselves in English, as a table.

A row says: what was caught as `o` is no longer an object of this predicate. It must be plain
which fact is meant, so a denial goes by its object: "not vegan" ends vegan and no other diet.
What is only said not to be so ("I don't live in Oban") ends nothing where a place or an
employer may have been left unsaid for another reason.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.english import wording as say
from familiar_memory.writers.forms.english.over import (
    AM_NOT,
    ANY_MORE,
    CLAUSE_ENDS,
    DO_NOT,
    OVER_FORMS,
    ended,
)
from familiar_memory.writers.forms.form import Form, Stance, form
from familiar_memory.writers.forms.objects import Trim
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives
from familiar_memory.writers.times.calendar_words import calendar_day

__all__ = ["ENDED_FORMS", "may_take_back"]

_SIGNS = regex.compile(
    r"n'?t\b|\bn(?:ot|ever|o\s+longer)\b|\bstop|\bquit\b|\bmoved\b|\bresigned\b|\bgot\s+\w+\s|"
    r"\bup\b|\bgave\b|\bbroke|\bsplit\b|\bdivorced\b|\bdumped\b|\bagain\b|\bnow\b|\bused\s+to\b|"
    r"\bleft\b|\blast\s+(?:day|shift|week)\b|\b(?:laid|gone|went)\s+off\b|\b(?:fired|sacked)\b|"
    r"\b(?:is|are)\s+(?:\w+\s+)?(?:over|behind|done|gone)\b|\bnotice\b|\bredundant\b|"
    r"\blet\s+(?:me\s+)?go\b|\bout\s+of\s+love\b|\bseparated\b|\blost\b|\bparted\b|\bended\b|\bran\s+out\b|\bfinished\b|\bdone\b|"
    r"\b(?:out)?gr(?:ew|own)\b",
    regex.I,
)

_NOT = r"^\W*(?:(?:so|ok|okay|and|but|well|yeah|update|news|turns\s+out)\W+){0,2}not\s+"
"""Who leaves themselves out has to say that it was so: "not vegan anymore"."""
_AFTER_ALL = r"\s+(?:any\s?(?:more|longer)|after\s+all)\b"
_PLAYED = rf"(?:the\s+)?(?P<o>{say.SKILL})\b"

_DOINGS: tuple[tuple[str, str, str, str, Trim], ...] = (
    ("lived_in", r"live\s+in", r"(?:living|based)\s+in", say.PLACE, objects.home),
    ("worked_at", r"work\s+(?:at|for)", r"working\s+(?:at|for)", say.OBJECT, objects.employer),
    (
        "volunteers_at",
        r"volunteer\s+(?:at|for|with)",
        r"volunteering\s+(?:at|for|with)",
        say.OBJECT,
        objects.employer,
    ),
    ("played", "play", "playing", _PLAYED, objects.listed),
    ("learning", "learn", "learning", rf"(?P<o>{say.LANGUAGE}|{say.SKILL})\b", objects.listed),
    ("likes", "(?:love|adore|like|enjoy)", "(?:liking|enjoying|loving)", say.OBJECT, objects.taste),
    ("dislikes", "(?:hate|detest|loathe|dislike)", "hating", say.OBJECT, objects.taste),
    ("owns", "own", "owning", say.OBJECT, objects.any_thing),
    ("called", r"go\s+by", r"going\s+by", say.NICKNAME, objects.name),
)
"""What one does no more: predicate, "I don't …", "I've stopped …", the object."""

_STATES: tuple[tuple[str, str], ...] = (
    ("diet", rf"(?P<o>{alternatives(lexicon.DIETS)})\b"),
    ("job_title", say.JOB),
)
"""What one is no more; `listed` trims it."""


def _doings() -> Iterator[Form]:
    for predicate, do, doing, what, trim in _DOINGS:
        for wording in (
            rf"\bi\s+no\s+longer\s+{do}\s+{what}",
            rf"{DO_NOT}{do}\s+{what}{ANY_MORE}",
            rf"(?:\bi\s+am|\bi'?m)\s+no\s+longer\s+{doing}\s+{what}",
            rf"{AM_NOT}{doing}\s+{what}{ANY_MORE}",
            rf"\bi(?:'?ve|\s+have)?\s+(?:just\s+)?(?:stopped|quit)\s+{doing}\s+{what}{CLAUSE_ENDS}",
        ):
            yield ended(predicate, wording, trim)


def _states() -> Iterator[Form]:
    for predicate, what in _STATES:
        for wording in (
            rf"(?:\bi\s+am|\bi'?m)\s+no\s+longer\s+(?:an?\s+)?{what}",
            rf"{AM_NOT}(?:an?\s+)?{what}(?:{ANY_MORE}|{CLAUSE_ENDS})",
            rf"{_NOT}(?:an?\s+)?{what}{_AFTER_ALL}",
            rf"\bi(?:'?ve|\s+have)?\s+(?:just\s+)?(?:stopped|quit|gave\s+up|given\s+up)\s+being\s+"
            rf"(?:an?\s+)?{what}",
            rf"\bi\s+used\s+to\s+be\s+(?:an?\s+)?{what}",
        ):
            yield ended(predicate, wording, objects.listed)
    what = r"(?P<o>[\p{L} '-]{2,40}?)"
    no_longer = r"(?:\bi\s+am|\bi'?m)\s+no\s+longer\s+allergic\s+to"
    yield ended("allergic_to", rf"{no_longer}\s+{what}{CLAUSE_ENDS}", objects.allergen)
    yield ended("allergic_to", rf"{_NOT}allergic\s+to\s+{what}{_AFTER_ALL}", objects.allergen)


_DONE = (
    r"(?:(?:\bi|\bwe)(?:'?ve|\s+have)?\s+(?:(?:just|finally|also|actually|already)\s+){0,2}|"
    r"^\W*(?:(?:so|ok|okay|well|and|update|news|finally|just|yeah)\W+){0,2})"
)
"""Who did it: the speaker, who may leave themselves out at the beginning."""
_LEFT = r"(?:quit|resigned\s+from|got\s+(?:fired|sacked|laid\s+off)\s+from)"
_JOB_AT = r"(?:(?:my|the)\s+job\s+(?:at|with|in)\s+)?(?:the\s+)?"
_APART = (
    r"(?:have\s+|are\s+|'?ve\s+)?(?:just\s+)?(?:broke(?:n)?\s+up|split(?:\s+up)?|separated|"
    r"got(?:ten)?\s+divorced|divorced|called\s+it\s+(?:off|quits))\b"
    # Not what two people part between them, or part: "split the bill", "broke up a fight"; nor
    # what they part for: "split up to look for the cat", "split into two teams".
    r"(?!\s+(?:to|into|the|our|this|that|my|some|an?(?!\s+(?:few|couple|while|year|month|week|long)))\b)"
)
_LEFT_ME_SO = rf"(?:{CLAUSE_ENDS}|(?=\s+(?:for|in|after|when|before|because|on\s+\p{{L}}+day)\b))"
"""And not with the children for a day, on read, or half of the cake."""
_LOVED = r"(?:my\s+\p{L}+,?\s+)?" + say.ANY_NAME
_MEAT = r"(?:meat|beef|pork|chicken|bacon|steak)"


def _left() -> Iterator[Form]:
    """What somebody has given up: it ends what they said of it, and is no fact by itself."""
    # "I quit my job at Acme" is a fact of the past (`life`), which ends the other.
    told = rf"(?!{say.SELF}\s+(?:quit|left)\s+my\s+job\b)"
    yield ended("works_at", rf"{told}{_DONE}{_LEFT}\s+{_JOB_AT}{say.OBJECT}", objects.employer)
    for predicate in ("volunteers_at", "studies"):
        wording = rf"{_DONE}{_LEFT}\s+(?!(?:my|the)\s+job\b)(?:the\s+)?{say.OBJECT}"
        yield ended(predicate, wording, objects.employer)
    skill = rf"(?P<o>{say.LANGUAGE}|{say.SKILL})\b"
    for predicate in ("learning", "plays"):
        doing = r"(?:on\s+)?(?:(?:learning|studying|playing)\s+)?(?:the\s+)?"
        yield ended(
            predicate,
            rf"{_DONE}(?:(?:gave|given|giving)\s+up|quit)\s+{doing}{skill}{CLAUSE_ENDS}",
            objects.listed,
        )


def _apart() -> Iterator[Form]:
    for predicate in ("partner_of", "married_to"):
        for wording in (
            rf"\bme\s+and\s+{_LOVED}\s+{_APART}",
            rf"{_LOVED}\s+and\s+(?:i|me)\s+{_APART}",
            rf"{_DONE}(?:broke(?:n)?|split)\s+up\s+with\s+{_LOVED}{CLAUSE_ENDS}",
            rf"{_LOVED}\s+(?:broke\s+up\s+with|dumped|left)\s+me{_LEFT_ME_SO}",
        ):
            yield ended(predicate, wording, objects.name)


def _eating() -> Iterator[Form]:
    """Eating it ends doing without it; eating meat ends what is without any."""
    again = r"(?:again|now|these\s+days)(?!\s+(?:and|or)\s+then)"
    for template, what in (
        ("no {o}", r"(?P<o>\p{L}+(?:\s\p{L}+)?)"),
        ("vegetarian", rf"(?P<o>{_MEAT})"),
        ("vegan", rf"(?P<o>{_MEAT}|cheese|dairy|eggs|fish)"),
    ):
        for wording in (
            rf"{say.SELF}\s+(?:eat|drink)\s+{what}\s+{again}{CLAUSE_ENDS}",
            rf"(?:{say.AM}|{_DONE}(?:started|went\s+back\s+to)|\bi\s+am\s+back\s+to)"
            rf"\s+(?:eating|drinking)\s+{what}\s+{again}{CLAUSE_ENDS}",
        ):
            yield form("diet", wording, template=template, stance=Stance.ENDED)


_NAMES = (
    ended(
        "called",
        r"(?:^|[.,;!]\s*|\b(?:please|just|and|so|but)\s+)(?:don'?t|do\s+not|never|stop)\s+"
        rf"call(?:ing)?\s+me\s+{say.NICKNAME}(?:{ANY_MORE}|{CLAUSE_ENDS})",
        objects.name,
        loose=True,
    ),
    ended(
        "called",
        rf"\bmy\s+name\s*(?:is\s+not|isn'?t|'s\s+not)\s+{say.NICKNAME}"
        rf"(?:{ANY_MORE}|{CLAUSE_ENDS})",
        objects.name,
    ),
)

_DAYS = (
    form(
        "birthday",
        rf"\bmy\s+birthday\s*(?:is\s+not|isn'?t|'s\s+not)\s+(?:on\s+)?{say.DAY}",
        calendar_day,
        stance=Stance.DENIED,
    ),
)

ENDED_FORMS: tuple[Form, ...] = (
    *_doings(),
    ended(
        "lived_in",
        rf"(?:{say.SELF}|{say.HAVE})\s+moved\s+(?:out\s+of|away\s+from)\s+{say.PLACE}",
        objects.home,
    ),
    *_states(),
    *_left(),
    *_apart(),
    *_eating(),
    *_NAMES,
    *_DAYS,
    *OVER_FORMS,
)
"""Every row, in the order in which facts of one sentence are reported."""


def may_take_back(text: str) -> bool:
    """Whether any row could match; most sentences have none of the words, and are many."""
    return _SIGNS.search(text) is not None
