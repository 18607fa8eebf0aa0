"""What people like, do not tolerate, can do and own, as they say it in English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.writers.forms import english_wording as say
from familiar_memory.writers.forms import objects
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
        r"\bi(?:'?ve\s+got|\s+have|\s+got)\s+an?\s+(?:bad\s+|severe\s+"
        r")?(?P<o>[\p{L}-]+)\s+allergy\b(?!\s+(?!and\b|so\b|but\b|too\b)\p{L})",
        objects.allergen,
    ),
    *(
        form(
            "allergic_to",
            rf"{said}[.,;]\s+(?:because\s+)?{say.AM}\s+"
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
    form(
        "owns",
        rf"{say.SELF}\s+own\s+"
        rf"(?P<o>(?:an?|two|three|four)\s[^\n.!?;:,()…—–\"\uFFFC]{{2,60}})",
    ),
)
