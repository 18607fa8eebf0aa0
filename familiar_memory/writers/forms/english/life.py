"""Where people work, live and were born, as they say it in English."""

from __future__ import annotations

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.english import wording as say
from familiar_memory.writers.forms.form import Stance, form
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives
from familiar_memory.writers.times.calendar_words import birth_date, calendar_day

__all__ = ["BIRTH_FORMS", "HOME_FORMS", "WORK_FORMS"]

WORK_FORMS = (
    form("works_at", rf"{say.SELF}\s+work\s+(?:at|for)\s+{say.OBJECT}", objects.employer),
    form(
        "works_at",
        rf"{say.SELF}\s+work\s+in\s+(?![^\n.!?;:,]{{2,30}}\s(?:at|for)\s)(?P<o>(?:a|an|the)\s[^\n.!?;:,()…—–\"\uFFFC]{{2,60}})",
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
        "works_at",
        rf"(?:{say.SELF}|{say.HAVE})\s+(?:(?:just|recently|finally)\s+)?joined\s+(?P<o>{say.PROPER})"
        rf"\s+as\s+(?:an?|the|their)\s+(?:new\s+)?{say.JOB.replace('?P<o>', '?:')}",
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
    form(
        "job_title",
        rf"{say.AM}\s+(?P<o>retired)\b(?!\s+(?:from\s+(?!work)|hurt|to\s))",
        objects.listed,
    ),
    form(
        "volunteers_at",
        rf"{say.SELF}\s+volunteer\s+(?:at|for|with)\s+{say.OBJECT}",
        objects.employer,
    ),
)

HOME_FORMS = (
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

_DAY_ENDS = r"(?=\s*(?:[.,;!)\p{Extended_Pictographic}]|$)|\s+(?:and|but|so)\b)"
_BIRTHDAY = r"(?:birthday|bday|b-day)"

BIRTH_FORMS = (
    form(
        "birthday",
        rf"\bmy\s+{_BIRTHDAY}(?:\s+is|'?s|\s+falls)(?:\s+coming\s+up)?(?:\s+on)?\s+{say.DAY}",
        calendar_day,
    ),
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
    form(
        "birthday",
        rf"(?:\bit(?:'s|\s+is)|{say.SELF}\s+(?:celebrate|have))\s+my\s+{_BIRTHDAY}\s+on\s+{say.DAY}",
        calendar_day,
    ),
    form(
        "birthday",
        rf"(?:{say.SELF}\s+turn|\bi(?:'ll|\s+will)\s+(?:be|turn))\s+\d{{2}}\s+on\s+{say.DAY}{_DAY_ENDS}",
        calendar_day,
    ),
    form("birthday", rf"{say.SELF}\s+was\s+born\s+on\s+{say.DAY}", calendar_day),
    form(
        "born_on",
        rf"{say.SELF}\s+was\s+born\s+(?:on|in)\s+(?P<o>[^\n.!?;()]{{0,24}}(?:19|20)\d\d)\b",
        birth_date,
    ),
)
