"""Whether a speaker asserts what a pattern found, or asks, wishes, supposes or reports it."""

from __future__ import annotations

import regex

from familiar_memory.writers.text.lexicon import word_set

__all__ = ["before_question", "is_asserted", "is_question"]

_QUESTION = regex.compile(r"[?？][!?！？\"'”’)\s]*$|(?:ますか|ですか|かな|でしょうか)[。…]*$")
_SUPPOSING = regex.compile(
    r"\b(?:if|wish(?:ed|es)?|unless|suppos(?:e|ed|ing)|imagin(?:e|ed|ing)|pretend(?:ed|ing)?|"
    r"dream(?:ed|t|s|ing)?|sa(?:y|ys|id|ying)|th(?:ink|inks|ought)|believ(?:e|es|ed)|guess(?:ed)?|"
    r"told|tell(?:s|ing)?|heard|whether|would(?:n't)?|could|should|ask(?:s|ed)?|claim(?:s|ed)?|"
    r"maybe|perhaps|once|lyrics?|quote|joke|rumou?r|assum(?:e|ed|es|ing)|like when|not that|hope|"
    r"character|as though|before|until|till|doubt|forg(?:et|ot)|remember when|"
    r"translation|days when)\b",
    regex.IGNORECASE,
)
_OPENERS = word_set(
    "and but so because bc bcs cos cuz coz since also yes yeah yep oh ohh ok okay well hi hello "
    "hey hiya actually plus now btw honestly lol haha no nope though as too um uh erm tbh "
    "anyway here currently today all everyone guys folks sorry while same & + basically "
    "personally remember fyi cool wow omg aw aww thanks ah me myself oop sure tho still funnily "
    "luckily"
)
_TAKEN_BACK = regex.compile(
    r"\b(?:just kidding|kidding|jk|joking|not really|in my dreams|i wish|said no one|or do i|"
    r"or am i|supposedly|apparently|ooc)\b|\s/s\b",
    regex.IGNORECASE,
)
_ELSEWHERE = regex.compile(
    r"\b(?:in (?:the|a|my|this) (?:game|dream|book|novel|film|movie|play|musical|campaign|story|"
    r"save|sims|rp)|"
    r"in[- ]game|in (?:minecraft|character|another life|my head|theory|spirit)|"
    r"as a (?:kid|child|teen|teenager)|"
    r"when i was|back then|back when|years ago|growing up|in the \d\ds|last (?:year|century))\b",
    regex.IGNORECASE,
)
_RESTATED = regex.compile(
    r"\bi\s+(?:meant(?:\s+to\s+say)?|mean|should\s+have\s+said)[\s,:]*$", regex.IGNORECASE
)
"""Sets one's own words right: what follows is said by the speaker, as at a clause's begin."""
_ASKED_BEHIND = regex.compile(
    r"(?:[,;:]|\s[-–—]|\s(?=(?:so|and|but)\s))\s*(?:(?:so|and|but|then|also)\s+)?(?:please\s+)?"
    r"(?:(?:can|could|would|will|do|does|did|are|is|should|shall|may)\s+(?:you|i|we|it|this|that|there|the|they|my)\b|"
    r"(?:what|how|why|which|where|who|any)\b|when\s+(?:should|do|can)\b)",
    regex.IGNORECASE,
)
"""Where a question follows what was said, with no full stop in between."""
_CLAUSE_END = regex.compile(r"[,.;!?:]")
_WHEN = regex.compile(
    r"(?:^|[,.;!:]\s*|\b(?:and|but|so)\s+)(?:(?:during|on)\s+(?:the\s+)?(?:week|day|weekdays)|by\s+(?:day|night)|"
    r"in\s+the\s+(?:daytime|evenings|week)|(?:these|most)\s+days|nowadays|right\s+now|"
    r"at\s+(?:the\s+moment|present|night)|as\s+it\s+happens|in\s+fact|by\s+the\s+way)$",
    regex.IGNORECASE,
)
"""Words of time and of the way in front of a clause, as people type without a comma."""


def is_question(sentence: str) -> bool:
    """Whether the sentence asks."""
    return _QUESTION.search(sentence) is not None


def before_question(sentence: str) -> str:
    """What is said in front of a question ("I'm vegan, what can I eat?"); "" where it only asks."""
    asked = _ASKED_BEHIND.search(sentence)
    return sentence[: asked.start()] if asked else ""


def is_asserted(sentence: str, start: int, end: int, *, loose: bool, past: bool) -> bool:
    """Judge a match at `start`..`end`: what stands before it, and what takes it back.

    Strictly, a clause must begin where the match begins. `loose` needs only that
    nothing before it makes it a supposition or somebody else's words. `past` allows
    "years ago", as a statement about the past may well say.
    """
    prefix = _RESTATED.sub("", sentence[:start])
    if _SUPPOSING.search(prefix) or "\N{OBJECT REPLACEMENT CHARACTER}" in prefix[-2:]:
        return False
    if _TAKEN_BACK.search(sentence, start):
        return False
    if not past and _ELSEWHERE.search(_clause(sentence, start, end)):
        return False
    return loose or _begins_clause(prefix)


def _clause(sentence: str, start: int, end: int) -> str:
    """The clause of a match, with the few words before it that may say when."""
    stop = _CLAUSE_END.search(sentence, max(start, end - 1))
    return sentence[max(0, start - 30) : stop.start() if stop else len(sentence)]


def _begins_clause(prefix: str) -> bool:
    stripped = prefix.rstrip()
    if not stripped or not (stripped[-1].isalnum() or stripped[-1] == "'"):
        return True
    last = regex.split(r"[\s(]+", stripped)[-1].casefold()
    return last in _OPENERS or _WHEN.search(stripped) is not None
