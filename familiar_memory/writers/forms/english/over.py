"""Plain forms in which people say in English that something is over: a job, a taste, a place.

None of them is a fact by itself: what somebody "left" ends what they said of it before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.english import wording as say
from familiar_memory.writers.forms.form import Form, Stance, form
from familiar_memory.writers.forms.objects import Trim
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives

__all__ = ["AM_NOT", "ANY_MORE", "CLAUSE_ENDS", "DO_NOT", "OVER_FORMS", "ended"]

ANY_MORE = r"\s+any\s?(?:more|longer)\b"
CLAUSE_ENDS = (
    r"(?=\s*(?:[.,;:!)…\p{Extended_Pictographic}]|$)|(?=\s+[–—-]+\s)|"
    r"\s+(?:and|but|so|at\s+all|again|please|ok|okay|thanks|completely|entirely|altogether|either|"
    r"too|recently|yesterday|today|(?:last|this)\s+(?:year|month|week|weekend|spring|summer|autumn|winter|\p{L}+day)|"
    r"(?:a\s+few|a\s+couple(?:\s+of)?|some|many|\p{L}+|\d+)\s+(?:days|weeks|months|years)\s+(?:ago|back)|"
    r"(?:a\s+while|ages|years|months|weeks|a\s+(?:year|month|week))\s+(?:ago|back)|for\s+good|because\s+of|due\s+to)\b)"
)
DO_NOT = r"\bi\s+(?:don'?t|do\s+not)\s+(?:really\s+|actually\s+)?"
AM_NOT = r"(?:\bi\s+am|\bi'?m)\s+not\s+(?:really\s+|actually\s+|even\s+)?"

_HAVE = r"\bi(?:'?ve|\s+have)"
_MAY_HAVE = r"\bi(?:'?ve|\s+have)?"
_DISMISSED = r"(?:fired|sacked|laid\s+off|let\s+go|made\s+redundant)"
_NAMED_FIRM = rf"(?P<o>{say.PROPER}(?:\s(?:&|and)\s(?-i:\p{{Lu}})\p{{L}}+)?)"
"""Of a name: who has left the bakery may be on the way home."""
_DAYS = (
    r"(?:days|phase|years)\s+(?:is|are)\s+(?:(?:long|now|all)\s+)?(?:over|behind\s+me|done|gone)\b"
)
_SOME = r"(?P<o>[^\n.!?;:,()…—–\"\uFFFC]{2,40}?)"
_DIET = rf"(?P<o>{alternatives(lexicon.DIETS)})\b"


def ended(predicate: str, wording: str, trim: Trim, *, loose: bool = False) -> Form:
    """Make a row of what is no more."""
    return form(predicate, wording, trim, stance=Stance.ENDED, loose=loose)


def _jobs() -> Iterator[Form]:
    at = rf"(?:at|with|by)\s+{say.OBJECT}"
    gave = r"(?:just\s+)?(?:handed\s+in|gave|given|put\s+in)"
    notice = rf"{_MAY_HAVE}\s+{gave}\s+my\s+(?:\p{{L}}+\s+)?notice"
    for wording in (
        rf"(?:\bi\s+was|{_HAVE}\s+been)\s+{_DISMISSED}\s+(?:by|from|at)\s+{say.OBJECT}",
        rf"(?:\bi\s+am|\bi'?m)\s+no\s+longer\s+(?:employed\s+)?{at}",
        rf"{AM_NOT}(?:employed\s+)?(?:at|with|by)\s+{say.OBJECT}{ANY_MORE}",
        rf"(?:\bwas|\btoday\s+is|\bi\s+had)\s+my\s+last\s+(?:day|shift|week)\s+{at}",
        rf"{notice}\s*,?\s+(?:and|so)\s+(?:i\s+am|i'?m)\s+(?:done|finished|through)\s+{at}",
        rf"\bi\s+got\s+{_DISMISSED}\s+(?:by|from|at)\s+{say.OBJECT}",
        rf"{_MAY_HAVE}\s+(?:parted\s+ways\s+with|finished\s+(?:up\s+)?at)\s+{_NAMED_FIRM}{CLAUSE_ENDS}",
        r"\bmy\s+(?:time|contract)\s+(?:at|with)\s+(?P<o>[^\n.!?;:,]{2,60}?)"
        r"\s+(?:is\s+over|ended|has\s+ended|ran\s+out|came\s+to\s+an\s+end)\b",
        rf"{_NAMED_FIRM}\s+(?:(?:fired|sacked)\s+me|let\s+me\s+go|laid\s+me\s+off)\b(?!\s+(?:early|home|first|to|on|at|free|out)\b)",
        rf"{_HAVE}\s+(?:now\s+)?left\s+{_NAMED_FIRM}(?=\s*(?:[.!;)…\p{{Extended_Pictographic}}]|$)|\s+for\s+good\b)",
    ):
        yield ended("works_at", wording, objects.employer)
    left = ended("works_at", rf"\bi\s+left\s+{_NAMED_FIRM}{CLAUSE_ENDS}", objects.employer)
    yield replace(left, dated=True)


def _places() -> Iterator[Form]:
    am = r"(?:(?:\bi\s+am|\bi'?m|\bwe\s+are|\bwe're)\s+)?"
    for predicate in ("lives_in", "staying_in", "visiting"):
        yield ended(predicate, rf"{am}\bnot\s+in\s+{say.PLACE}{ANY_MORE}", objects.home)


def _habits() -> Iterator[Form]:
    for wording in (
        rf"\bmy\s+{_DIET}\s+{_DAYS}",
        rf"{_MAY_HAVE}\s+(?:just\s+)?(?:stopped\s+eating|given\s+up\s+on\s+being|gave\s+up\s+on\s+being)\s+{_DIET}",
        rf"(?:\bi\s+am|\bi'?m)\s+done\s+(?:with\s+)?being\s+(?:an?\s+)?{_DIET}",
        rf"(?:\bi\s+no\s+longer\s+eat|{DO_NOT}eat)\s+{_DIET}(?:{ANY_MORE}|{CLAUSE_ENDS})",
    ):
        yield ended("diet", wording, objects.listed)
    for diet in ("vegan", "vegetarian"):
        wording = rf"{_MAY_HAVE}\s+(?:gave|given)\s+up\s+(?:on\s+)?(?P<o>{diet})ism\b"
        yield ended("diet", wording, objects.listed)
    played = rf"\bmy\s+(?P<o>{say.SKILL})(?:[-\s]playing)?\s+{_DAYS}"
    yield ended("plays", played, objects.listed)


def _tastes() -> Iterator[Form]:
    liked = "(?:like|enjoy|love|adore)"
    used_to = {"likes": liked, "dislikes": "(?:hate|dislike|detest)"}
    for predicate, liking in used_to.items():
        wording = rf"\bi\s+used\s+to\s+{liking}\s+{say.OBJECT}"
        yield ended(predicate, wording, objects.taste)
    off = rf"{_MAY_HAVE}\s+(?:(?:completely|totally|rather|just)\s+)?(?:gone|went)\s+off"
    unloved = r"(?:lost\s+my\s+(?:taste|love)\s+for|(?:fell|fallen)\s+out\s+of\s+love\s+with)"
    tired = rf"{_MAY_HAVE}\s+{unloved}"
    fan = r"(?:(?:an?\s+)?(?:big\s+|huge\s+)?fan\s+of|fond\s+of|keen\s+on|into)"
    cannot = r"\bi\s+(?:can'?t|cannot)\s+(?:eat|drink|stomach|face|look\s+at)"
    for wording in (
        rf"(?:{off}|{tired})\s+{say.OBJECT}",
        rf"(?:\bi\s+am|\bi'?m)\s+no\s+longer\s+{fan}\s+{say.OBJECT}",
        rf"{AM_NOT}{fan}\s+{say.OBJECT}{ANY_MORE}",
        rf"{cannot}\s+{say.OBJECT}{ANY_MORE}",
        rf"\bi\s+(?:enjoyed|loved|liked|adored)\s+{_SOME}\s+"
        r"(?:before\s+|once\s+|for\s+\p{L}+\s+)?(?:but|and)\s+(?:not|no)\s+(?:any\s?more|longer|now)\b",
        rf"{DO_NOT}{liked}\s+{_SOME}\s+(?:like|as\s+much\s+as|the\s+way)\s+i\s+used\s+to\b",
    ):
        yield ended("likes", wording, objects.taste)
    grown = rf"{_MAY_HAVE}\s+(?:outgrew|outgrown|(?:grew|grown)\s+out\s+of)\s+my"
    for what in (r"(?P<o>\p{L}+(?:\s\p{L}+)?)\s+allergy", rf"allergy\s+to\s+{say.OBJECT}"):
        yield ended("allergic_to", rf"{grown}\s+{what}", objects.allergen)


OVER_FORMS: tuple[Form, ...] = (*_jobs(), *_places(), *_habits(), *_tastes())
"""Every row, in the order in which facts of one sentence are reported."""
