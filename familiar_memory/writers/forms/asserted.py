"""Whether a speaker asserts what a pattern found, or asks, wishes, supposes or reports it."""

from __future__ import annotations

import regex

from familiar_memory.writers.text.lexicon import word_set

__all__ = ["before_question", "is_asserted", "is_question"]

_QUESTION = regex.compile(r"[?？][!?！？\"'”’)\s]*$|(?:ますか|ですか|かな|でしょうか)[。…]*$")
_SUPPOSING = regex.compile(
    r"\b(?:if|wish(?:ed|es)?|unless|suppos(?:e|ed|ing)|imagin(?:e|ed|ing)|pretend(?:ed|ing)?|"
    r"dream(?:ed|t|s|ing)?|sa(?:y|ys|id|ying)|th(?:ink|inks|ought)|believ(?:e|es|ed)|guess(?:ed)?|"
    r"told|tell(?:s|ing)?|heard|whether|asked|claim(?:s|ed)?|"
    r"maybe|perhaps|once|lyrics?|quote|joke|rumou?r|assum(?:e|ed|es|ing)|like when|not that|"
    r"character|as though|remember when|"
    r"translation|days when|for a friend|role-?play\w*|hypothetical\w*)\b",
    regex.IGNORECASE,
)
_SUPPOSING_NEAR = regex.compile(
    r"\b(?:would(?:n't)?|could|should|asks?|hope|before|until|till|doubt|forg(?:et|ot))\b",
    regex.IGNORECASE,
)
"""What makes up no more than its own clause: "you'd have to ask him, I'm vegan"."""
_OPENERS = word_set(
    "and but so because bc bcs cos cuz coz since also yes yeah yep oh ohh ok okay well hi hello "
    "hey hiya actually plus now btw honestly lol haha no nope though as too um uh erm tbh "
    "anyway here currently today all everyone guys folks sorry while same & + basically "
    "personally remember fyi cool wow omg aw aww thanks ah me myself oop sure tho still funnily "
    "luckily unfortunately sadly thankfully fortunately originally obviously admittedly "
    "seriously nowadays lately"
)
_TAKEN_BACK = regex.compile(
    r"\b(?:just kidding|kidding|jk|joking|not really|in my dreams|i wish|said no one|or do i|"
    r"or am i|supposedly|apparently|ooc)\b|\s/s\b",
    regex.IGNORECASE,
)
_ELSEWHERE = regex.compile(
    r"\b(?:in (?:the|a|my|this) (?:game|dream|book|novel|film|movie|play|musical|campaign|story|"
    r"save|sims|rp)|"
    r"for the (?:day|evening|night)|in (?:tonight|today|yesterday|tomorrow|this week)'s|"
    r"in[- ]game|in (?:minecraft|character|another life|my head|theory|spirit)|"
    r"as a (?:kid|child|teen|teenager)|"
    r"when i was(?! born)|back then|back when|years ago|growing up|"
    r"in the \d\ds|last (?:year|century))\b",
    regex.IGNORECASE,
)
_VOUCHED = regex.compile(
    r"(?:\bi\s+(?:meant(?:\s+to\s+say)?|mean|should\s+have\s+said)|"
    r"\b(?:i\s+)?(?:just\s+|almost\s+|nearly\s+|totally\s+)?forgot\s+to\s+(?:say|mention|tell\s+(?:you|everyone))|"
    r"\bi\s+(?:should|must|have\s+to|can|might\s+as\s+well)\s+(?:just\s+|probably\s+|also\s+)?"
    r"(?:say|mention|add|admit|confess|tell\s+you)|"
    r"\b(?:not\s+sure|don't\s+know|can't\s+remember|forget)\s+(?:if|whether)\s+i(?:'ve|\s+have)?\s+"
    r"(?:ever\s+|already\s+)?(?:said|mentioned|told\s+(?:you|anyone))(?:\s+(?:this|it|that))?|"
    r"\bin\s+case\s+i\s+(?:didn't|haven't|never)\s+(?:say|said|mention(?:ed)?|told\s+you)(?:\s+(?:so|it))?|"
    r"\b(?:proud|happy|pleased|glad|delighted|sad|sorry)\s+to\s+(?:say|report|announce|tell\s+you)|"
    r"\bguess\s+what|\bbelieve\s+(?:it\s+or\s+not|me)|\b(?:as|like)\s+i\s+(?:said|told\s+you)|"
    r"\bi\s+(?:still\s+)?can(?:'t|not)\s+believe)"
    r"(?:\s+that)?[\s,:!–—-]*(?:(?:but|and|that)\s+)?$",
    regex.IGNORECASE,
)
"""Words of saying that leave no doubt of what is said: it begins as a clause does."""
_ASKED_BEHIND = regex.compile(
    r"(?:[,;:]|\s[-–—]|\s(?=(?:so|and|but)\s))\s*(?:(?:so|and|but|then|also)\s+)?(?:please\s+)?"
    r"(?:(?:can|could|would|will|do|does|did|are|is|should|shall|may)\s+(?:you|i|we|it|this|that|there|the|they|my)\b|"
    r"(?:what|how|why|which|where|who|any)\b|when\s+(?:should|do|can)\b|remember\s*\?)",
    regex.IGNORECASE,
)
"""Where a question follows what was said, with no full stop in between."""
_FEIGNED = regex.compile(
    r"\b(?:if|imagin(?:e|ed|ing)|pretend(?:ed|ing)?|suppos(?:e|ed|ing)|dream(?:ed|t|s|ing)?|unless|"
    r"whether|lyrics?|quote|joke|character|role-?play\w*|hypothetical\w*|once|as though|"
    r"like when|not that)\b",
    regex.IGNORECASE,
)
"""What makes up a whole sentence, also behind a "but"."""
_BUT = regex.compile(r"^.*\bbut\s+(?=$)", regex.IGNORECASE)
_ONSET = regex.compile(
    r"\b(?:developed|became|turned|gone|went|took\s+up|picked\s+up|adopted|learn(?:ed|t)|named|joined)\b",
    regex.IGNORECASE,
)
"""What began long ago and is so since: "I developed an allergy to latex last year"."""
_CLAUSE_END = regex.compile(r"[,.;!?:]")
_CLAUSE_ENDS = regex.compile(r"[,.;!?:()–—…]|\s-+\s")
_WHEN = regex.compile(
    r"(?:^|[,.;!:]\s*|\b(?:and|but|so)\s+)(?:(?:during|on)\s+(?:the\s+)?(?:week|day|weekdays)|by\s+(?:day|night)|"
    r"in\s+the\s+(?:daytime|evenings|week)|(?:these|most)\s+days|nowadays|right\s+now|"
    r"at\s+(?:the\s+moment|present|night|home|weekends|work)|as\s+it\s+happens|in\s+fact|by\s+the\s+way|"
    r"in\s+my\s+(?:spare|free)\s+time|(?:on|at)\s+(?:most\s+)?(?:\p{L}+days?|(?:the\s+)?weekends?|"
    r"(?:\p{L}+day\s+)?(?:evenings|nights|mornings))|(?:every|most)\s+(?:\p{L}+day|day|night|morning|"
    r"evening|weekend|week|summer|winter)s?|for\s+a\s+living|on\s+the\s+side|outside\s+(?:of\s+)?work|"
    r"just\s+so\s+(?:you|everyone)\s+knows?|in\s+case\s+you\s+(?:wondered|forgot)|for\s+(?:the\s+record|"
    r"what\s+it's\s+worth|context|reference)|fun\s+fact|(?:it\s+)?turns\s+out(?:\s+that)?|to\s+be\s+(?:honest|fair)|"
    r"(?:apart|aside)\s+from\s+\p{L}+|besides\s+\p{L}+|as\s+well\s+as\s+\p{L}+|"
    r"after\s+(?:[\p{L}\d]+\s+){1,5}\p{L}+|when\s+i'm\s+not\s+\p{L}+ing(?:\s+\p{L}+)?)$",
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
    prefix = _own_words(_VOUCHED.sub("", sentence[:start]))
    if _SUPPOSING.search(prefix) or _SUPPOSING_NEAR.search(_last_clause(prefix)):
        return False
    if "\N{OBJECT REPLACEMENT CHARACTER}" in prefix[-2:]:
        return False
    if _TAKEN_BACK.search(sentence, start):
        return False
    is_since = past or _ONSET.search(sentence, start, end) is not None
    if not is_since and _ELSEWHERE.search(_clause(sentence, start, end)):
        return False
    return loose or _begins_clause(prefix)


def _last_clause(prefix: str) -> str:
    return _CLAUSE_ENDS.split(prefix)[-1]


def _own_words(prefix: str) -> str:
    """What stands before a match, without what a "but" sets aside: "I wish I could but"."""
    return prefix if _FEIGNED.search(prefix) else _BUT.sub("", prefix)


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
