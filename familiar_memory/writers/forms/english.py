"""Plain forms in which people state facts about themselves in English, as a table.

A row says: this wording gives this predicate, and what was caught as `o` is its
object. Where a wording begins is judged in `asserted`: "if I worked", "she says I live"
and "do I work" never become facts.
"""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms import english_wording as say
from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.calendar_words import birth_date, calendar_day
from familiar_memory.writers.forms.form import Form, Stance, form
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives

__all__ = ["ENGLISH_FORMS"]

_KIN = (
    ("sibling_of", lexicon.SIBLINGS, "{o}"),
    ("child_of", lexicon.PARENTS, "{o}"),
    ("parent_of", lexicon.CHILDREN, "{o}"),
    ("married_to", lexicon.SPOUSES, "{o}"),
    ("partner_of", lexicon.PARTNERS, "{o}"),
    ("relative", lexicon.OTHER_RELATIVES, "{kind} {o}"),
)
_FAVORITES = (
    ("favorite_color", "colour color"),
    ("favorite_food", "food dish meal"),
    ("favorite_game", "game video_game board_game videogame"),
    ("favorite_music", "band music album song"),
    ("favorite_film", "film movie"),
    ("favorite_book", "book novel"),
)
_CALLED_PET = rf"an?\s+(?:\p{{L}}+\s+)?{say.PET},?\s+(?:called|named)\s+{say.ANY_NAME}"


def _relations() -> Iterator[Form]:
    for predicate, words, template in _KIN:
        kin = rf"(?P<kind>{alternatives(words)})"
        for wording, trim in (
            (rf"\bmy\s+{kin}{say.CALLED}\s+{say.ANY_NAME}", objects.name),
            (rf"\bmy\s+{kin},?\s+{say.NAMED}", objects.name),
            (rf"(?<!\p{{L}}\s)(?<!\p{{L}}){say.NAMED}\s+is\s+my\s+{kin}\b(?!'s)", objects.name),
        ):
            yield form(predicate, wording, trim, template=template)


def _favorites() -> Iterator[Form]:
    for predicate, words in _FAVORITES:
        wording = (
            rf"\bmy\s+(?:all[- ]time\s+)?favou?rite\s+{alternatives(words)}\s+is\s+{say.OBJECT}"
        )
        yield form(predicate, wording, objects.favorite)


_WORK = (
    form("works_at", rf"{say.SELF}\s+work\s+(?:at|for)\s+{say.OBJECT}", objects.employer),
    form(
        "works_at",
        rf"{say.SELF}\s+work\s+in\s+(?P<o>(?:a|an|the)\s[^\n.!?;:,()…—–\"\uFFFC]{{2,60}})",
        objects.employer,
    ),
    form("works_at", rf"{say.AM}\s+working\s+(?:at|for)\s+{say.OBJECT}", objects.employer),
    form(
        "works_at",
        rf"{say.SELF}\s+(?:started|got|landed)\s+(?:a|my)\s+(?:new\s+)?job\s+"
        rf"(?:at|with|on|in)\s+{say.OBJECT}",
        objects.employer,
    ),
    form(
        "works_at",
        rf"{say.SELF}\s+(?:have\s+)?started\s+(?:working|work)\s+(?:at|for)\s+{say.OBJECT}",
        objects.employer,
    ),
    form(
        "works_at",
        rf"{say.AM}\s+an?\s+{say.JOB.replace('?P<o>', '?:')}\s+(?:at|for)\s+{say.OBJECT}",
        objects.employer,
    ),
    form(
        "worked_at",
        rf"{say.SELF}\s+used\s+to\s+work\s+(?:at|for)\s+{say.OBJECT}",
        objects.employer,
        stance=Stance.ENDED,
    ),
    form(
        "worked_at",
        rf"{say.SELF}\s+(?:quit|left)\s+my\s+job\s+(?:at|with)\s+{say.OBJECT}",
        objects.employer,
        stance=Stance.ENDED,
    ),
    form(
        "works_in",
        rf"{say.SELF}\s+work\s+in\s+"
        rf"(?P<o>(?!a\b|an\b|the\b|my\b)[\p{{L}}-]+(?:\s(?:and|&)\s[\p{{L}}-]+)?)(?=\s*(?:[.,;!)]|$|and"
        r"\s+i\b|so\b|but\b))",
    ),
    form("job_title", rf"{say.AM}\s+an?\s+{say.JOB}", objects.listed),
    form("job_title", rf"{say.SELF}\s+work\s+as\s+(?:an?\s+)?{say.OBJECT}"),
    form("job_title", rf"{say.AM}\s+(?P<o>retired)\b(?!\s+from\s+(?!work))", objects.listed),
    form(
        "volunteers_at",
        rf"{say.SELF}\s+volunteer\s+(?:at|for|with)\s+{say.OBJECT}",
        objects.employer,
    ),
)

_HOME = (
    form("lives_in", rf"(?:{say.SELF}|\bwe)\s+live\s+in\s+{say.PLACE}", objects.home),
    form("lives_in", rf"{say.AM}\s+(?:living|based)\s+in\s+{say.PLACE}", objects.home),
    form(
        "lives_in",
        rf"(?:{say.SELF}|{say.HAVE})\s+(?:(?:just|recently|finally)\s+)?moved\s+(?:back"
        rf"\s+)?to\s+{say.PLACE}",
        objects.home,
    ),
    form(
        "lived_in",
        rf"{say.SELF}\s+used\s+to\s+live\s+in\s+{say.PLACE}",
        objects.home,
        stance=Stance.ENDED,
    ),
    form(
        "moving_to",
        rf"{say.AM}\s+moving\s+(?:back\s+)?to\s+"
        rf"(?P<o>(?-i:\p{{Lu}}[\p{{L}}'-]+(?:\s\p{{Lu}}[\p{{L}}'-]+){{0,2}})(?:\s+in\s+"
        rf"{alternatives(MONTHS)})?)",
        objects.as_typed,
    ),
    form(
        "from_place",
        rf"{say.AM}\s+from\s+(?:the\s+)?{say.ORIGIN}",
        objects.as_typed,
    ),
    form(
        "from_place",
        r"\bthis is \p{L}+,? (?:calling |writing )?from\s+" + say.ORIGIN,
        objects.as_typed,
    ),
    form(
        "from_place",
        rf"{say.SELF}\s+come\s+from\s+(?P<o>{say.PROPER})",
        objects.as_typed,
    ),
    form("grew_up_in", rf"{say.SELF}\s+grew\s+up\s+in\s+{say.PLACE}", objects.home),
    form(
        "born_in",
        rf"{say.SELF}\s+was\s+born\s+in\s+"
        rf"(?!{alternatives(MONTHS)})(?P<o>{say.PROPER})",
        objects.as_typed,
    ),
    form(
        "nationality",
        rf"{say.AM}\s+(?P<o>{alternatives(lexicon.NATIONALITIES)})\b(?!\s+"
        rf"(?!and\b|but\b|so\b|too\b)\p{{L}}|-)",
        str.capitalize,
        loose=True,
    ),
    form(
        "timezone",
        r"\bmy\s+time\s?zone\s+is\s+(?P<o>[\p{L}/_]{2,30}(?:[+-]\d{1,2}(?::\d\d)?)?)",
        objects.as_typed,
    ),
    form(
        "timezone",
        rf"{say.AM}\s+(?:in|on)\s+"
        r"(?P<o>(?-i:UTC|GMT|BST|CET|CEST|EET|EST|EDT|CST|CDT|MST|PST|PDT|JST|AEST|NZST|IST)"
        r"(?:\s?[+-]\d{1,2}(?::\d\d)?)?)\b"
        r"(?!\s+(?!and\b|so\b|but\b|now\b|here\b)\p{L})",
        objects.as_typed,
    ),
)

_BIRTH = (
    form("birthday", rf"\bmy\s+birthday(?:\s+is|'?s)(?:\s+on)?\s+{say.DAY}", calendar_day),
    form(
        "birthday",
        rf"\bmy\s+birthday\s+is\s+(?:today|tomorrow)[.,!:]\s+(?:(?:it's|on)\s+)?{say.DAY}",
        calendar_day,
        span=2,
    ),
    *(
        form(
            "birthday",
            r"\bmy\s+birthday\s*(?:is\s+not|isn't|'s\s+not)\s+(?:on\s+)?"
            rf"{say.DAY.replace('?P<o>', '?:')}[.,;!]?\s+(?:but\s+)?"
            rf"(?:it's|its|it\s+is)\s+(?:actually\s+)?(?:on\s+)?{say.DAY}",
            calendar_day,
            span=span,
        )
        for span in (1, 2)
    ),
    form("birthday", rf"{say.DAY}\s+is\s+my\s+birthday\b(?!\s+(?:month|week|party))", calendar_day),
    form(
        "birthday",
        rf"(?P<month>{alternatives(MONTHS)})\s+is\s+my\s+birthday\s+"
        rf"month[^.!?]{{0,40}}[.!]\s+the\s+(?P<o>\d{{1,2}})(?:st|nd|rd|th)?\b",
        objects.as_typed,
        template="{o} {month}",
        span=2,
    ),
    form("birthday", rf"{say.SELF}\s+was\s+born\s+on\s+{say.DAY}", calendar_day),
    form(
        "born_on",
        rf"{say.SELF}\s+was\s+born\s+(?:on|in)\s+(?P<o>[^\n.!?;()]{{0,24}}(?:19|20)\d\d)\b",
        birth_date,
    ),
)

_PEOPLE = (
    form(
        "has_pet",
        rf"\bmy\s+{say.PET}{say.CALLED}\s+{say.ANY_NAME}",
        objects.name,
        template="{kind} called {o}",
    ),
    form(
        "has_pet", rf"\bmy\s+{say.PET},?\s+{say.NAMED}", objects.name, template="{kind} called {o}"
    ),
    form(
        "has_pet",
        rf"(?<![\p{{L}}'])(?!(?:{'|'.join(sorted(lexicon.NOT_NAMES))})\b)(?P<o>\p{{L}}[\p{{L}}-]{{1,20}})"
        rf"\s+is\s+my\s+{say.PET}\b(?!'s)",
        objects.name,
        template="{kind} called {o}",
    ),
    form(
        "has_pet",
        rf"(?:{say.SELF}\s+have|{say.HAVE}(?:\s+got)?)\s+{_CALLED_PET}"
        rf"(?:(?:,\s+and|,|\s+and|\s+&)\s+{_CALLED_PET})*",
        objects.name,
        template="{kind} called {o}",
    ),
    form(
        "has_pet",
        rf"(?:{say.SELF}\s+have|{say.HAVE}\s+got|{say.SELF}\s+own)\s+"
        rf"(?P<o>(?:two|three|four|five|six|\d)\s+{alternatives(lexicon.PETS)}s)\b",
        objects.listed,
    ),
    *_relations(),
    form(
        "member_of", rf"\bmy\s+band(?:'s|\s+is|s)\s+(?:called|named)\s+{say.ANY_NAME}", objects.name
    ),
    form(
        "called",
        r"(?:^|[.,;!]\s*|\b(?:please|just|can|and|so|hi|hello)\s+)call\s+me\s+" + say.NICKNAME,
        objects.name,
        loose=True,
    ),
    form(
        "called",
        r"\b(?:everyone|everybody|people|my friends|friends|most people)\s+(?:just\s+"
        r")?calls?\s+me\s+" + say.NICKNAME,
        objects.name,
    ),
    form(
        "called",
        r"\bmy\s+name(?:\s+is|'s)\s+" + say.NICKNAME,
        objects.name,
    ),
    form(
        "called",
        rf"{say.SELF}\s+go\s+by\s+(?P<o>(?-i:\p{{Lu}}[\p{{L}}'-]*\p{{Ll}}))(?!\s+"
        r"(?:bus|train|bike|car))",
        objects.name,
    ),
    form(
        "pronouns",
        r"\bmy\s+pronouns\s+are\s+(?P<o>\p{L}{1,5}(?:\s?/\s?\p{L}{1,6}){1,3})",
        str.casefold,
    ),
    form(
        "pronouns",
        rf"{say.SELF}\s+(?:use|go by)\s+(?P<o>(?:she|he|they|it|xe|ze)"
        r"\s?/\s?\p{L}{1,6}(?:\s?/\s?\p{L}{1,6})?)",
        str.casefold,
    ),
)

_TASTE = (
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
        objects.quiet_thing,
        loose=True,
    ),
    form(
        "allergic_to",
        r"\bi(?:'?ve\s+got|\s+have|\s+got)\s+an?\s+(?:bad\s+|severe\s+"
        r")?(?P<o>[\p{L}-]+)\s+allergy\b(?!\s+(?!and\b|so\b|but\b|too\b)\p{L})",
        objects.quiet_thing,
    ),
    form(
        "allergic_to",
        rf"{say.AM}\s+not\s+(?:even\s+|actually\s+)?allergic\s+to\s+{say.OBJECT}",
        objects.quiet_thing,
        stance=Stance.DENIED,
        loose=True,
    ),
    form(
        "allergic_to",
        rf"{say.AM}\s+not\s+(?:even\s+|actually\s+)?allergic\s+to\s+"
        rf"[^.!?,;]{{2,30}}[.!?,;]+\s+(?:but\s+)?(?:it's|its|it\s+was)\s+(?:actually\s+"
        rf")?{say.OBJECT}",
        objects.quiet_thing,
        span=2,
        loose=True,
    ),
    form("diet", rf"{say.AM}\s+(?:an?\s+)?(?P<o>{alternatives(lexicon.DIETS)})\b", objects.listed),
)

_SKILLS = (
    form(
        "plays",
        rf"{say.SELF}\s+play\s+(?:the\s+|some\s+)?(?P<o>{say.SKILL}(?:(?:,\s*|\s+and\s+"
        rf")(?:the\s+)?{say.SKILL})*)\b(?!\s+(?:it|them|rehearsal|practice))",
        objects.listed,
        split=True,
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

ENGLISH_FORMS: tuple[Form, ...] = (*_WORK, *_HOME, *_BIRTH, *_PEOPLE, *_TASTE, *_SKILLS)
"""Every row, in the order in which facts of one sentence are reported."""
