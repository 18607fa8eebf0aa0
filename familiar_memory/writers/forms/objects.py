"""Trim what a pattern caught to the object of a fact, or refuse it."""

from __future__ import annotations

from collections.abc import Callable

import regex

from familiar_memory.writers.forms.guards import (
    is_limited,
    is_no_allergen,
    is_no_thing,
    is_only_sometimes,
    without_interjections,
    without_stretching,
)
from familiar_memory.writers.text.lexicon import DIETS, word_list, word_set

__all__ = [
    "ARTICLE",
    "DETERMINED",
    "EDGES",
    "VAGUE",
    "Trim",
    "allergen",
    "any_thing",
    "as_typed",
    "avoided",
    "employer",
    "favorite",
    "home",
    "japanese_thing",
    "listed",
    "name",
    "own_name",
    "place_name",
    "quiet_thing",
    "taste",
]

Trim = Callable[[str], str | None]
"""From the text that was caught to the object; None when it would not be a safe one."""

_MAX_WORDS = 8
"""A taste in more words is a story."""
_BORDER = regex.compile(
    r"(?<!\s)\s+[-–—~]\s.*|(?<!\s)\s+(?:but|so|because|bc|bcs|cos|cuz|coz|which|who|"
    r"where|when|whenever|while|since|for|as|if|or|"
    r"though|although|until|till|than|then|after|before|during|now|currently|nowadays|too|also|"
    r"lol|haha|hehe|btw|tho|anyway|again|already|still|just|actually|tbh|imo|right|today|tonight|"
    r"yesterday|tomorrow|this|last|next|every|these|not|plus|even|myself|instead|especially|"
    r"(?-i:starting|beginning)|"
    r"completely|entirely|totally|altogether|by the way|rn|lately|recently|"
    r"at the moment|any\s?more|any longer|"
    r"(?:one|two|three|four|five|six|\d) (?:days?|nights?|times?) a week|"
    r"full[- ]time|part[- ]time|a lot|so much|very much|more than|the most|the best|with|that|to|"
    r"i|i'm|im|i've|ive|he|he's|hes|she|she's|shes|we|weve|they|theyre|theyve|you|youre|"
    # An IT company is no "it".
    r"it(?!(?<=(?-i:IT))\s(?-i:\p{Ll}))|it's|"
    r"its|thats|theres|my|don't|dont|is|are|was|were|isnt|arent|has|have|cant)\b.*",
    regex.IGNORECASE,
)
_AND = regex.compile(r"(?<!\s)\s+(?:and|&)(?:\s+|$)", regex.IGNORECASE)
_AND_SMALL = regex.compile(r"(?<!\s)\s+(?i:and|&)\s+\p{Ll}.*")
ARTICLE = regex.compile(
    r"^(?:the|a|an|some|all|any|all kinds of|all sorts of)\s+", regex.IGNORECASE
)
EDGES = " \t'\"-*_~.,;:!?…)("
_EMOJI = regex.compile(
    r"[\p{Emoji_Presentation}\p{Extended_Pictographic}\N{VARIATION SELECTOR-16}]+.*"
)
VAGUE = word_set(
    "it this that these those them they you u ya him her his their your our me us myself "
    "everyone everybody everything anything something nothing someone somebody people "
    "stuff things thing what how when where why who whatever to being having when hearing "
    "seeing knowing watching getting making doing going talking thinking one ones both "
    "here there home now then more less most much lots too so such very really just not "
    "no way idea idea's seems looks sounds feels looking looked same other another each "
    "every all any some of in on at with about from by as like if and or but"
)
_NO_PLACE = word_set(
    "fear hope denial peace harmony sin hell heaven past future present moment world "
    "society middle bed house home apartment flat dorm place area city town village "
    "country countryside suburbs city's nowhere here there spirit theory exile "
    "interesting times constant dread bedroom kitchen sofa couch office next another "
    "chaos pain stress limbo purgatory despair misery regret comfort fiction fantasy darkness "
    "silence bliss love music art anime manga books food coffee hate "
    "tears pieces bits limbo trouble debt "
    "work school nature anxiety nostalgia confusion panic sarcasm irony pyjamas pajamas"
)
_NO_HOME = word_set(
    "decaf tea oat soy almond milk level table floor page tier stage round row seat lane "
    "linux windows mac macos android ios iphone spotify discord slack firefox chrome vim emacs "
    "python rust arch ubuntu twitch youtube mastodon bluesky postgres plan version tuesdays "
    "mysql mongodb sqlite redis kafka kubernetes docker aws azure github gitlab jira notion "
    "obsidian kotlin javascript typescript golang react vue angular svelte flutter wayland neovim "
    "excel word powerpoint google gmail outlook linear asana trello confluence figma signal "
    "matrix steam xbox playstation ps5 unity unreal godot netflix photoshop "
    "telegram whatsapp teams zoom wordpress shopify "
    "wednesdays thursdays fridays saturdays sundays mondays monday tuesday wednesday thursday "
    "friday saturday sunday weekends "
    "minecraft terraria valheim roblox stardew skyrim fortnite azeroth twitter reddit facebook "
    "imagine airbnb ikea instagram tiktok tumblr excel photoshop court"
)
_NO_NAME = word_set("away back off up over for after lol so it that a the")
_NO_WORK = word_set(
    "lunch breakfast dinner noon midnight dawn dusk night nights weekends company living free "
    "peanuts money myself snacks biscuits treats hugs cuddles tips exposure cash food beer fun "
    "kicks likes clout"
)
_NO_FIRM_ENDS = word_set(
    "day week weekend pace speed desk table hours times rate level capacity mercy moment expense"
)
"""The last words of what is no place of work: "at the big table"."""
_DIETS = frozenset(word_list(DIETS))
_NO_FIRM = regex.compile(
    r"(?:end|beginning|start|top|middle|moment|same time|age) of\b|"
    r"(?:nights?|days?|weekends?|evenings?|mornings?)\s+(?:mostly|mainly|usually|only|sometimes|like)\b",
    regex.IGNORECASE,
)
_NO_NAME_OF_A_FIRM = regex.compile(
    r"\s*(?:the\s+(?:worst|best|same|wrong|\p{L}{3,}(?:iest|dest|gest|test))\s+\p{L}|"
    r"(?:an?|my|our)\s+\p{Ll}\S*['’]s$|(?:the\s+)?\p{Ll}{2,}(?:iest|dest|gest)$)"
)
"""How it is where somebody works, or an idiom: "at the worst hours", "at a snail's pace"."""
_AT_AN_HOUR = regex.compile(r"\sat\s\d")
"""Of who started there so early: of work on a day, or of going there."""
_NO_OWN_NAME = word_set(
    "sorry glad happy sad fine good great okay ok here "
    "back home done ready sure tired sick busy late "
    "american british german french italian spanish canadian australian irish indian japanese "
    "christian catholic muslim jewish hindu buddhist gay trans "
    "lesbian just also not so very really "
    "currently still now trying working looking going"
)
_NO_TRAVEL = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december "
    "christmas easter halloween i lgbtq lgbtq+ "
    "lgbt the a my"
)
_NO_FAVORITE = word_set(
    "neither secret mystery private classified unknown undecided different changing business "
    "complicated hard tough impossible obvious irrelevant personal"
)
_RESTRICTED = regex.compile(
    r"^(?:\S+\s+){1,4}(?:that|which|who|like|to|for|where|when|if|than|as|about|without|how|why)\b",
    regex.IGNORECASE,
)
DETERMINED = regex.compile(r"^(?:the|this|that|these|those|my|your|his|her|their|our)\b", regex.I)


def as_typed(caught: str) -> str | None:
    """Keep it, without spaces and marks at its edges."""
    return caught.strip(EDGES) or None


def listed(caught: str) -> str | None:
    """A word of one of our own lists: lower case unless it is written with one capital."""
    kept = caught.strip(EDGES)
    return (kept.casefold() if kept.isupper() and len(kept) > 3 else kept) or None


def name(caught: str) -> str | None:
    """A name as it was written."""
    kept = _EMOJI.sub("", caught).strip(EDGES)
    return kept if kept and kept.casefold() not in VAGUE | _NO_NAME else None


def employer(caught: str) -> str | None:
    """A place of work: the clause that names it, without its article."""
    is_told = _NO_NAME_OF_A_FIRM.match(caught) or _AT_AN_HOUR.search(caught)
    kept = None if is_told else _noun_phrase(caught)
    if kept is None or DETERMINED.match(kept) or regex.fullmatch(r"[\d:]+(?:am|pm)?", kept):
        return None
    alone, last = kept.casefold(), kept.split()[-1]
    # A desk with a capital may be a firm; "Hallam Bakery's league" is no bakery.
    is_part = (
        last in _NO_FIRM_ENDS or regex.search(r"\p{Lu}[\p{L}]*['’]s\s+\p{Ll}", kept) is not None
    )
    is_no_place = alone in _NO_PLACE | _NO_WORK or _NO_FIRM.match(kept) is not None
    return None if is_part or is_no_place else kept


def home(caught: str) -> str | None:
    """A town, region or country; no "flat", no "past", no lower-case run of words."""
    # "Trieste and quit my job": what follows in small letters is another thing.
    caught = _AND_SMALL.sub("", caught)
    words = caught.split()
    definite = len(words) > 1 and words[0].casefold() == "the"
    if definite and not words[1][:1].isupper():
        return None
    kept = _noun_phrase(caught)
    if kept is None or DETERMINED.match(kept) or regex.match(r"(?:a|an)\b", caught, regex.I):
        return None
    lead = kept.split()[0]
    if kept.split()[-1].casefold() in _NO_PLACE or lead.casefold() in _NO_PLACE | _NO_HOME:
        return None
    return kept if lead[:1].isupper() or len(kept.split()) <= 2 else None


def any_thing(caught: str) -> str | None:
    """A thing of any kind; pronouns and particular things ("this", "your fog") are refused."""
    kept = None if DETERMINED.match(caught.strip()) else _noun_phrase(caught)
    return None if kept is None or DETERMINED.match(kept) else kept


def quiet_thing(caught: str) -> str | None:
    """As `any_thing`, and shouted words are written small ("I hate OLIVES")."""
    kept = any_thing(caught)
    return kept.casefold() if kept and kept.isupper() and len(kept) > 3 else kept


def taste(caught: str) -> str | None:
    """As `quiet_thing`; what is loved only in part ("stories that tackle …") is refused."""
    if _RESTRICTED.search(caught):
        return None
    kept = quiet_thing(caught)
    border = _BORDER.search(f" {caught}")
    return None if kept is None or (border and is_limited(kept, border[0])) else kept


def avoided(caught: str) -> str | None:
    """As `taste`, of what somebody never takes; "coffee after noon" is left at other times."""
    kept = None if is_only_sometimes(caught) else taste(caught)
    # Who eats nothing gluten-free any more avoids no "gluten-free".
    return None if kept is None or kept.casefold() in _DIETS else kept


def allergen(caught: str) -> str | None:
    """As `quiet_thing`; nobody's body minds Mondays or work."""
    kept = quiet_thing(caught)
    return None if kept is None or is_no_allergen(kept) else kept


def favorite(caught: str) -> str | None:
    """As `taste`; what says only that it is not told ("a secret", "none of …") is refused."""
    kept = taste(caught)
    if kept is None:
        return None
    told = kept.casefold()
    return None if told.split()[0] == "none" or told in _NO_FAVORITE else kept


def own_name(caught: str) -> str | None:
    """What somebody calls themselves; a nation or a feeling with a capital is no name."""
    kept = name(caught)
    return None if kept is None or kept.casefold() in _NO_OWN_NAME else kept


def place_name(caught: str) -> str | None:
    """A place by its own name; months, days and people's feasts are none."""
    kept = caught.strip(EDGES)
    return None if not kept or kept.split()[0].casefold() in _NO_TRAVEL else kept


def japanese_thing(caught: str) -> str | None:
    """A short noun of Japanese; clauses turned into nouns are refused."""
    kept = caught.strip("、。！？ 　")
    # 20 characters of Japanese say what 8 words of English do (`_MAX_WORDS`).
    if (
        not kept
        or is_no_thing(kept)
        or len(kept) > 20
        or regex.search(r"(?:の|こと|それ|これ|あれ|ここ|そこ)$", kept)
    ):
        return None
    return kept


def _noun_phrase(caught: str) -> str | None:
    plain = without_stretching(_EMOJI.sub("", caught))
    if plain is None:
        return None
    cut = _BORDER.sub("", f" {plain}").strip()
    phrase = ARTICLE.sub("", _until_next_clause(cut)).strip(EDGES)
    kept = without_interjections(phrase).strip(EDGES)
    words = kept.split()
    if not words or len(words) > _MAX_WORDS or len(kept) < 2 or is_no_thing(kept):
        return None
    is_named = len(words) > 1 and words[-1].istitle()  # "Orchard Care Home"
    vague = words[0].casefold() in VAGUE or (words[-1].casefold() in VAGUE and not is_named)
    return None if vague else kept


def _until_next_clause(text: str) -> str:
    """Keep "cats and dogs"; cut "pie and hate licorice" when more than two words follow."""
    border = None
    for part in reversed(list(_AND.finditer(text))):
        rest = text[part.end() : None if border is None else border].split()
        if not (1 <= len(rest) <= 2 and rest[0].casefold() not in VAGUE):
            border = part.start()
    return text if border is None else text[:border]
