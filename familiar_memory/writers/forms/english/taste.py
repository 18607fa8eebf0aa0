"""What people like, do not tolerate, can do and own, as they say it in English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.english import wording as say
from familiar_memory.writers.forms.form import Form, Stance, form
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives

__all__ = ["SKILL_FORMS", "TASTE_FORMS"]

_FAVORITES = (
    ("favorite_color", "colour color"),
    ("favorite_food", "food dish meal"),
    ("favorite_game", "game video_game board_game videogame"),
    ("favorite_music", "band music album song"),
    ("favorite_film", "film movie"),
    ("favorite_book", "book novel"),
)


_INSTRUMENT = alternatives(lexicon.INSTRUMENTS)


_DIET = rf"(?P<o>{alternatives(lexicon.DIETS)})\b"
_DIET_ENDS = (
    r"(?!\s+,)(?=\s*(?:[.,;:!)…—–\p{Extended_Pictographic}]|$)|"
    r"\s+(?:and|but|so|because|since|now|again|too|btw|lol|(?:a\s+while|ages|some\s+time|a\s+long\s+time)\s+(?:ago|back))\b)"
)
"""A time behind it ("for a month") leaves a space and a comma."""
_WENT = (
    rf"(?:{say.SELF}|{say.HAVE})\s+(?:just\s+|recently\s+)?(?:went|gone|became|become|turned)\s+"
    rf"(?:(?:fully|completely|strictly|totally)\s+)?(?:an?\s+)?{_DIET}"
)
_FULLY = r"(?:(?:only|strictly|exclusively|fully|mostly)\s+)?"
_PLAYERS = (
    ("cello", "cellist"),
    ("piano", "pianist"),
    ("violin", "violinist"),
    ("guitar", "guitarist"),
    ("bass", "bassist"),
    ("drums", "drummer"),
    ("flute", "flautist|flutist"),
    ("saxophone", "saxophonist"),
    ("harp", "harpist"),
)
_TONGUE = r"(?:mother\s+tongue|(?:first|native|second|third)\s+language)"
_TONGUES = rf"(?P<o>{say.LANGUAGE}(?:(?:,\s*(?:and\s+)?|\s+and\s+){say.LANGUAGE})*)\b"
_ROLE_ENDS = (
    r"(?=\s*(?:[.,;:!)…—–\p{Extended_Pictographic}]|$)|\s+(?:and|but|so|in|by|who|now|too)\b)"
)


def _players() -> Iterator[Form]:
    """Those who are called after what they play."""
    for instrument, players in _PLAYERS:
        wording = (
            rf"{say.AM}\s+(?:an?|the)\s+(?:(?:jazz|classical|amateur|hobby)\s+)?"
            rf"(?P<o>{players}){_ROLE_ENDS}"
        )
        yield form("plays", wording, template=instrument)


def _favorites() -> Iterator[Form]:
    for predicate, words in _FAVORITES:
        wording = (
            rf"\bmy\s+(?:all[- ]time\s+)?favou?rite\s+{alternatives(words)}\s+is\s+{say.OBJECT}"
        )
        yield form(predicate, wording, objects.favorite)


TASTE_FORMS = (
    form("loves", rf"{say.SELF}\s+(?:love|adore)\s+{say.OBJECT}", objects.taste),
    form("likes", rf"{say.SELF}\s+(?:like|enjoy)\s+{say.OBJECT}", objects.taste),
    form("likes", rf"{say.AM}\s+a\s+(?:big|huge|massive)\s+fan\s+of\s+{say.OBJECT}", objects.taste),
    form(
        "dislikes",
        rf"{say.SELF}\s+(?:hate|detest|loathe|despise|dislike|can'?t\s+stand|don'?t\s+"
        rf"like)\s+{say.OBJECT}",
        objects.taste,
    ),
    *_favorites(),
    form(
        "allergic_to",
        rf"{say.AM}\s+(?:(?:badly|severely|deathly|highly)\s+)?allergic\s+to\s+{say.OBJECT}",
        objects.allergen,
        loose=True,
    ),
    form(
        "allergic_to",
        r"\bi(?:'?ve\s+got|\s+have|\s+got|'?ve\s+developed|\s+developed)\s+an?\s+"
        rf"(?:(?:bad|severe|mild|serious|nasty)\s+)?allergy\s+to\s+{say.OBJECT}",
        objects.allergen,
    ),
    form(
        "allergic_to",
        r"\bi(?:'?ve\s+got|\s+have|\s+got)\s+an?\s+(?:bad\s+|severe\s+"
        r")?(?P<o>[\p{L}-]+)\s+allergy\b(?!\s+(?!and\b|so\b|but\b|too\b)\p{L})",
        objects.allergen,
    ),
    *(
        form(
            "allergic_to",
            rf"{said}(?:[.,;]\s+(?:because\s+|as\s+|since\s+)?|\s+(?:because|as|since|bc|cos)\s+){say.AM}\s+"
            r"allergic(?=\s*(?:[.,;!)]|$)|\s+to\s+(?:it|them)\b)",
            objects.allergen,
            span=span,
        )
        for said in (
            rf"{say.SELF}\s+(?:can'?t|can\s*not)\s+(?:eat|have|drink)\s+(?:any\s+)?{say.OBJECT}",
            rf"\bno\s+{say.OBJECT}\s+for\s+me",
        )
        for span in (1, 2)
    ),
    form(
        "allergic_to",
        rf"{say.AM}\s+not\s+(?:even\s+|actually\s+)?allergic\s+to\s+{say.OBJECT}",
        objects.allergen,
        stance=Stance.DENIED,
        loose=True,
    ),
    form(
        "allergic_to",
        rf"{say.AM}\s+not\s+(?:even\s+|actually\s+)?allergic\s+to\s+"
        rf"[^.!?,;]{{2,30}}[.!?,;]+\s+(?:but\s+)?(?:it's|its|it\s+was)\s+(?:actually\s+"
        rf")?{say.OBJECT}",
        objects.allergen,
        span=2,
        loose=True,
    ),
    form(
        "diet",
        rf"{say.AM}\s+(?:(?:fully|completely|strictly)\s+)?(?:an?\s+)?(?P<o>{alternatives(lexicon.DIETS)})\b",
        objects.listed,
    ),
    replace(
        form(
            "diet",
            rf"{say.HAVE}\s+been\s+(?:an?\s+)?(?P<o>{alternatives(lexicon.DIETS)})\b",
            objects.listed,
        ),
        dated=True,
    ),
    form("diet", rf"{_WENT}{_DIET_ENDS}", objects.listed),
    replace(form("diet", _WENT, objects.listed), dated=True),
    form(
        "diet",
        rf"{say.SELF}\s+{_FULLY}eat\s+{_FULLY}{_DIET}(?:\s+only)?{_DIET_ENDS}",
        objects.listed,
    ),
    form(
        "diet",
        rf"(?:{say.SELF}\s+keep\s+(?P<o>kosher|halal)|(?:{say.AM}\s+on|{say.SELF}\s+(?:follow|stick\s+to|keep\s+to))"
        rf"\s+a\s+{_FULLY}{_DIET}\s+diet){_DIET_ENDS}",
        objects.listed,
    ),
)

SKILL_FORMS = (
    form(
        "plays",
        rf"{say.SELF}\s+play\s+(?:the\s+|some\s+)?(?P<o>{say.SKILL}(?:(?:,\s*|\s+and\s+"
        rf")(?:the\s+)?{say.SKILL})*)\b(?!\s+(?:it|them|rehearsal|practice))",
        objects.listed,
        split=True,
    ),
    form(
        "plays",
        rf"{say.SELF}\s+(?:love|like|enjoy|adore)\s+playing\s+(?:the\s+)?(?P<o>{_INSTRUMENT})\b",
        objects.listed,
    ),
    form(
        "plays",
        rf"{say.SELF}\s+play\s+(?:a\s+(?:bit|little)(?:\s+of)?|mostly|mainly|mean|lead)\s+(?:the\s+)?"
        rf"(?P<o>{say.SKILL})\b",
        objects.listed,
    ),
    form(
        "plays",
        rf"{say.AM}\s+(?:an?|the)\s+(?:(?:keen|amateur|hobby|decent)\s+)?(?P<o>{say.SKILL})\s+player{_ROLE_ENDS}",
        objects.listed,
    ),
    form(
        "plays",
        rf"(?:\bthe\s+)?(?P<o>{_INSTRUMENT})\s+is\s+my\s+(?:main\s+)?instrument(?:\s+of\s+choice)?{_ROLE_ENDS}",
        objects.listed,
    ),
    form(
        "plays",
        rf"\bmy\s+(?:main\s+)?instrument(?:\s+of\s+choice)?(?:\s+is|'s)\s+(?:the\s+)?(?P<o>{_INSTRUMENT}){_ROLE_ENDS}",
        objects.listed,
    ),
    form(
        "plays",
        rf"(?:{say.SELF}\s+(?:took|have\s+taken)|{say.HAVE}\s+taken)\s+up\s+(?:playing\s+)?(?:the\s+)?(?P<o>{_INSTRUMENT}){_ROLE_ENDS}",
        objects.listed,
    ),
    *_players(),
    form(
        "played",
        rf"{say.SELF}\s+used\s+to\s+play\s+(?:the\s+)?(?P<o>{say.SKILL})\b",
        objects.listed,
        stance=Stance.ENDED,
    ),
    form(
        "learning",
        rf"{say.AM}\s+(?:learning|studying|teaching\s+myself)\s+(?:to\s+(?:play|speak)"
        r"\s+|how\s+to\s+(?:play|speak)\s+)?(?:the\s+"
        rf")?(?P<o>{say.LANGUAGE}|{say.SKILL})\b",
        objects.listed,
    ),
    form(
        "studies",
        rf"{say.AM}\s+studying\s+"
        rf"(?!{say.LANGUAGE}\b|for\b|the\b|a\b|to\b|at\b|hard\b|in\b|abroad\b)"
        r"(?P<o>[\p{L}-]+(?:\s(?:and\s)?[\p{L}-]+)?)"
        r"(?=\s*(?:[.,;!)]|$|at\b|in\b|and\b|so\b|but\b|right\b|now\b))",
        objects.any_thing,
    ),
    form(
        "studies",
        rf"{say.AM}\s+(?:doing|writing|finishing)\s+(?:a|my)\s+"
        rf"(?:phd|doctorate|master'?s|degree|thesis)\s+(?:in|on|about)\s+{say.OBJECT}",
    ),
    form(
        "speaks",
        rf"{say.SELF}\s+(?:can\s+)?speak\s+(?:fluent\s+|some\s+|a\s+little\s+"
        rf")?(?P<o>{say.LANGUAGE}(?:(?:,\s*(?:and\s+)?|\s+and\s+){say.LANGUAGE})*)\b",
        objects.listed,
        split=True,
    ),
    *(
        form("speaks", wording, objects.listed, split=True)
        for wording in (
            rf"\bmy\s+{_TONGUE}(?:\s+is|'s)\s+(?P<o>{say.LANGUAGE}){_ROLE_ENDS}",
            rf"(?P<o>{say.LANGUAGE})\s+is\s+my\s+{_TONGUE}{_ROLE_ENDS}",
            rf"{say.SELF}\s+(?:grew\s+up|was\s+(?:raised|brought\s+up))\s+speaking\s+{_TONGUES}",
            rf"\bwe\s+(?:all\s+)?speak\s+{_TONGUES}",
            rf"{say.AM}\s+fluent\s+in\s+(?:both\s+)?{_TONGUES}",
            rf"{say.AM}\s+a\s+native\s+(?P<o>{say.LANGUAGE})\s+speaker{_ROLE_ENDS}",
            rf"{say.SELF}\s+(?:can\s+)?speak\s+(?:a\s+(?:bit|little)\s+of|decent|passable|native|good|broken)\s+"
            rf"{_TONGUES}",
        )
    ),
    form(
        "owns",
        rf"{say.SELF}\s+own\s+"
        rf"(?P<o>(?:an?|two|three|four)\s[^\n.!?;:,()…—–\"\uFFFC]{{2,60}})",
    ),
)
