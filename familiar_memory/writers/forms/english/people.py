"""Who belongs to people, in English: their relatives, animals and own names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.english import wording as say
from familiar_memory.writers.forms.form import Form, form
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives

__all__ = ["PEOPLE_FORMS"]

_KIN = (
    ("sibling_of", lexicon.SIBLINGS, "{o}"),
    ("child_of", lexicon.PARENTS, "{o}"),
    ("parent_of", lexicon.CHILDREN, "{o}"),
    ("married_to", lexicon.SPOUSES, "{o}"),
    ("partner_of", lexicon.PARTNERS, "{o}"),
    ("relative", lexicon.OTHER_RELATIVES, "{kind} {o}"),
    ("knows", "flatmate roommate housemate", "{kind} {o}"),
)
_CALLED_PET = rf"an?\s+(?:\p{{L}}+\s+)?{say.PET},?\s+(?:called|named)\s+{say.ANY_NAME}"
_HAVE_A = (
    rf"(?:{say.SELF}\s+have|{say.HAVE}\s+got|\bwe\s+have|\bwe'?ve\s+got)\s+(?:an?|one)\s+"
    r"(?:(?:new|old|big|little|older|younger|lovely)\s+)?"
)
_HERE_IS = r"\b(?:this\s+is|meet|here(?:'s|\s+is))\s+"
_NAME_IS = r"(?:(?:his|her|their)\s+name(?:\s+is|'s)\s+)?"
_GAVE_NAME = r"\b(?:i|we)(?:'?ve|\s+have)?\s+(?:just\s+)?(?:named|christened)\s+"
_CALLED_OUT = (
    r"(?:Well|Yes|Yeah|No|Oh|Sorry|Hey|Hi|Hello|Thanks|Also|So|Ok|Okay|Lol|Aw|Ah|Sadly|Honestly|"
    r"Actually|Meanwhile|Anyway)\b"
)
_DEAR = (
    r"(?:(?:dear|lovely|darling|amazing|wonderful|beloved|favou?rite|eldest|oldest|youngest|older|"
    r"younger|elder|little|big|baby|only|new)\s+){0,2}"
)
_NOT_HANDED = (
    r"(?<!\b(?:show(?:ed|ing|s|n)?|g[ia]v(?:e|en|ing|es)|[dt]ell(?:ing|s)?|told|sen[dt](?:ing|s)?|bu(?:y|ys|ying)|bought|"
    r"lent|lend(?:ing|s)?|ma[dk](?:e|es|ing)|call(?:ed|s|ing)?|ask(?:ed|s|ing)?|teach(?:es|ing)?|taught|reads?|reading|"
    r"gets?|got|getting|owe[sd]?|play(?:ed|s|ing)?|lets?|feed(?:ing)?|fed|order(?:ed)?|cook(?:ed)?|bak(?:ed|ing)|if|not)\s)"
    r"\b"
)
"""Not what people show or give their own: "I showed my brother Star Wars" names nobody."""
_NO_MORE = (
    r"(?<!\b(?:used\s+to|lived|grew\s+up|was|were|had|died|lost|miss\w*|if|dream\w*|remember\w*)\b"
    r"[^.!?\n]{0,60})"
)
_NAME_ENDS = (
    r"(?=\s*(?:[.,;!?)…—–\p{Extended_Pictographic}]|$)|'s\b|\s+(?:and|but|to|at|in|on|for|from|last|this|"
    r"today|tonight|yesterday|tomorrow|about|is|was|again|who|over|next|when|because|while|every|move|moving|so|"
    r"says|said|just|always|has|had|will|can|the|with|really|very|came|comes|went|goes|called|texted|off|out|up|"
    r"down|home|back|got|gets|go|will|would|never|still|also|too|as|if|since|then|that|here|there|fix|do|cook|"
    r"clean|pack|paint|build)\b)"
)
_ENDS = (
    r"(?=\s*(?:[.,;!?)…—–\p{Extended_Pictographic}]|$)|'s\b|\s+(?:and|but|to|at|in|on|for|from|last|this|"
    r"today|tonight|yesterday|tomorrow|about|is|was|again|who|over|next|when|because|while|every)\b)"
)
_ENDS = (
    r"(?=\s*(?:[.!?;)…—–\p{Extended_Pictographic}]|,(?!\s*(?-i:\p{Lu}))|$)|"
    r"\s+(?:and|but|because|after|as|since)\b)"
)


def _relations() -> Iterator[Form]:
    for predicate, words, template in _KIN:
        kin = rf"(?P<kind>{alternatives(words)})"
        for wording, trim in (
            (rf"\bmy\s+{kin}{say.CALLED}\s+{say.ANY_NAME}", objects.name),
            (rf"\bmy\s+{kin},?\s+{say.NAMED}", objects.name),
            (rf"{_HERE_IS}my\s+{kin},?\s+{say.NAMED}", objects.name),
            (rf"\bthe\s+name\s+of\s+my\s+{kin}\s+is\s+{say.NAMED}", objects.name),
            (rf"{_HAVE_A}{kin},?\s+(?:called|named)\s+{say.NAMED}", objects.name),
            (
                rf"{_HAVE_A}{kin},\s+(?:(?:his|her|their)\s+name(?:\s+is|'s)\s+)?{say.NAMED}{_ENDS}",
                objects.name,
            ),
            (rf"(?<!\p{{L}}\s)(?<!\p{{L}}){say.NAMED}\s+is\s+my\s+{kin}\b(?!'s)", objects.name),
        ):
            yield form(predicate, wording, trim, template=template)
        needs = rf"\b(?:my|the)\s[^.!?\n]{{0,24}}?\b{kin}\b"
        called = _called_so(kin), _named_beside(kin)
        for wording, loose in zip(called, (False, True), strict=True):
            made = form(predicate, wording, objects.name, template=template, loose=loose)
            yield replace(made, needs=needs)
        asked = (
            rf"\bmy\s+{kin}\?\s+(?:(?:he|she|they)(?:'s|\s+is|'re)\s+(?:called|named)|"
            rf"(?:his|her|their)\s+name(?:\s+is|'s))\s+{say.NAMED}"
        )
        yield form(predicate, asked, objects.name, template=template, span=2)


def _called_so(kin: str) -> str:
    """By a name, with more words: "my dear sister Posy", "Posy is the name of my sister"."""
    return (
        rf"(?:\bmy\s+{_DEAR}{kin}(?:{say.CALLED}|,)?\s+{say.NAMED}|"
        rf"{_HERE_IS}{say.NAMED},\s+my\s+{_DEAR}{kin}\b(?!'s)|"
        rf"{say.NAMED}(?:'s|\s+is)\s+(?:the\s+name\s+of\s+)?my\s+{_DEAR}{kin}\b(?!'s)|"
        rf"\bmy\s+{_DEAR}{kin}\s+(?:goes\s+by|answers\s+to)\s+{say.NAMED}|"
        rf"\bthe\s+{kin}\s+(?:that\s+)?i\s+(?:have|mentioned|live\s+with)\s+is\s+(?:called|named)\s+{say.NAMED})"
    )


def _named_beside(kin: str) -> str:
    """In the middle of a sentence: "I had dinner with my sister Posy", "Posy, my sister, …"."""
    return (
        rf"(?:{_NOT_HANDED}my\s+{_DEAR}{kin},?\s+{say.NAMED}{_NAME_ENDS}|"
        rf"(?<![\p{{L}}'])(?!{_CALLED_OUT}){say.NAMED},\s+my\s+{_DEAR}{kin}\s*(?=,(?!\s*{say.NAME})|[.!)–—])|"
        rf"{say.NAMED}\s+\((?:(?:that's|that\s+is|who's|who\s+is|she's|he's)\s+)?my\s+{_DEAR}{kin}\)|"
        rf"\bmy\s+{_DEAR}{kin}\s+\({say.NAMED}\)|"
        rf"\bmy\s+{_DEAR}{kin}\s*[,(–—]+\s*(?:who(?:'s|\s+is)\s+)?(?:called|named|(?:his|her|their)\s+name(?:\s+is|'s))"
        rf"\s+{say.NAMED})"
    )


def _children() -> Iterator[Form]:
    """Of whom people say "our"; a child is named as a pet is."""
    child = rf"(?P<kind>{alternatives(lexicon.CHILDREN)})"
    for wording in (
        rf"\bour\s+{child}(?:{say.CALLED}|,)?\s+{say.NAMED}",
        rf"{_GAVE_NAME}(?:my|our)\s+{child}\s+{say.NAMED}{_ENDS}",
    ):
        yield form("parent_of", wording, objects.name)


def _pets_beside() -> Form:
    """In the middle of a sentence: "look at my parrot Kinako"."""
    wording = (
        rf"{_NO_MORE}{_NOT_HANDED}my\s+{_DEAR}{say.PET},?\s+{say.NAMED}{say.LIVING}{_NAME_ENDS}"
    )
    made = form("has_pet", wording, objects.name, template="{kind} called {o}", loose=True)
    return replace(made, needs=rf"\bmy\s[^.!?\n]{{0,24}}?\b{say.PET}\b")


def _named_pets() -> Iterator[Form]:
    for wording in (
        rf"{_HERE_IS}my\s+{say.PET},?\s+{say.NAMED}",
        rf"(?<!\p{{L}}\s)(?<!\p{{L}}){say.NAMED}\s+is\s+my\s+{say.PET}\b(?!'s)",
        rf"\bthe\s+name\s+of\s+my\s+{say.PET}\s+is\s+{say.NAMED}",
        rf"\bmy\s+{say.PET}\s+(?:answers\s+to|goes\s+by)\s+{say.NAMED}",
        rf"\bour\s+{say.PET}(?:{say.CALLED}|,)?\s+{say.NAMED}{say.LIVING}",
        rf"{_GAVE_NAME}(?:my|our|the)\s+(?:new\s+)?{say.PET}\s+{say.NAMED}{_ENDS}",
        rf"{_HAVE_A}{say.PET}(?:,|:)\s+{say.NAMED}{_ENDS}",
        rf"(?:{_HAVE_A}|\b(?:i|we)\s+(?:just\s+)?(?:got|adopted|rescued|bought)\s+an?\s+(?:new\s+)?){say.PET}"
        rf"\s+and\s+(?:we\s+|i\s+)?(?:named|called)\s+(?:him|her|it|them)\s+{say.NAMED}{_ENDS}",
    ):
        yield form("has_pet", wording, objects.name, template="{kind} called {o}")


PEOPLE_FORMS = (
    form(
        "has_pet",
        rf"\bmy\s+{say.PET}{say.CALLED}\s+{say.ANY_NAME}{say.LIVING}",
        objects.name,
        template="{kind} called {o}",
    ),
    form(
        "has_pet",
        rf"\bmy\s+{say.PET},?\s+{say.NAMED}{say.LIVING}",
        objects.name,
        template="{kind} called {o}",
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
    *_named_pets(),
    _pets_beside(),
    *_relations(),
    *_children(),
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
