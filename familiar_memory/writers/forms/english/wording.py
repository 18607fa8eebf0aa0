"""Pieces of English wordings: who speaks, names, places, days, kinds of work and of animal."""

from __future__ import annotations

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms.regions import REGION
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives

__all__ = [
    "AM",
    "ANY_NAME",
    "CALLED",
    "DAY",
    "HAVE",
    "JOB",
    "LANGUAGE",
    "LIVING",
    "NAME",
    "NAMED",
    "NICKNAME",
    "OBJECT",
    "ORIGIN",
    "PET",
    "PLACE",
    "PROPER",
    "SELF",
    "SKILL",
]

SELF = (
    r"\bi(?:\s+(?:also|really|actually|still|now|currently|absolutely|truly|honestly|do|both|"
    r"just|normally|usually|mostly|only|personally|fucking|genuinely))*"
)
AM = (
    rf"(?:{SELF}\s+am|\bi'?m)(?:\s+(?:also|really|actually|just|still|now|currently|originally|"
    r"both|only|sadly|very|a bit))*"
)
HAVE = r"\bi(?:'?ve| have)"
OBJECT = r"(?P<o>[^\n.!?;:,()…—–\"\uFFFC]{2,80})"
PLACE = (
    r"(?P<o>(?:[^\n.!?;:,()…—–\"\uFFFC]|(?<=\bSt)\.(?=\s(?-i:\p{Lu}))){2,60}"
    rf"(?:,\s{REGION})?)"
)
PROPER = r"(?-i:(?:St\.\s)?\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+){0,2})"
ORIGIN = rf"(?P<o>{PROPER}(?:,\s{REGION})?)"
NICKNAME = r"(?P<o>(?-i:\p{Lu}[\p{L}'-]*\p{Ll}(?:\s\p{Lu}[\p{L}'-]*\p{Ll}){0,2}))"
NAME = r"(?-i:\p{Lu}[\p{Ll}\p{M}'’]+(?:[ -]\p{Lu}[\p{Ll}\p{M}]+){0,2})(?<!['’]s)"
NAMED = rf"(?!(?:{'|'.join(sorted(lexicon.NOT_NAMES))})\b)(?P<o>{NAME})"
ANY_NAME = r"(?P<o>[\p{L}][\p{L}\p{M}'-]*(?:\s(?-i:\p{Lu}[\p{L}\p{M}'-]*)){0,2})"
PET = rf"(?P<kind>(?:(?:old|new|rescue|little)\s+)?{alternatives(lexicon.PETS)})"
LIVING = (
    r"(?![\p{L}'’-])(?!\s*,?\s*(?:(?:who|has|had|just|sadly|recently|finally|she|he)\s+)*(?:died\b|"
    r"passed\b|(?:is|was|has been)\s+(?:dead|gone|put\s+(?:down|to\s+sleep)|no\s+more)\b))"
)
"""Behind the name of an animal: it is not said to be dead."""
CALLED = r"(?:'s called|'s named|\s+is called|\s+is named|s name is|'s name is|\s+called|\s+named)"
DAY = (
    rf"(?P<o>(?:the\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?|{alternatives(lexicon.ORDINALS)})\s+(?:of\s+)?"
    rf"{alternatives(MONTHS)}|{alternatives(MONTHS)}\s+(?:the\s+)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{alternatives(lexicon.ORDINALS)}))(?!\d)"
)
JOB = (
    r"(?P<o>(?:(?!big |huge |bad |terrible |horrible |great |good |better |worse |total |real |"
    r"proud |lucky |fellow |bit |fan )[\p{L}'-]+\s+){0,2}"
    rf"{alternatives(lexicon.OCCUPATIONS)})\b(?!\s+of\b|\s+at heart|-|"
    r"'s\b|\s+or\b|\s+(?:right )?now that)"
)
LANGUAGE = alternatives(lexicon.LANGUAGES)
SKILL = alternatives(lexicon.INSTRUMENTS + " " + lexicon.PLAYED_GAMES)
