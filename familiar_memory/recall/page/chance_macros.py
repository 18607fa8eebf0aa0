"""Macros that choose: `{{random:a,b}}`, `{{pick:a,b}}`, `{{roll:2d6+1}}`; and `{{reverse:abc}}`.

In SillyTavern `pick` stays and the others fall anew for each prompt. Here all fall by hash,
`random` and `roll` anew each day: the beginning of a prompt stays the same from turn to turn.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

from familiar_memory.lore.activation.chance import chance

__all__ = ["expand_choices"]

_MACRO = re.compile(
    r"\{\{\s*(?P<name>random|pick|roll|reverse)(?P<mark>::|:|\s)(?P<rest>[^{}]*)\}\}", re.IGNORECASE
)
_COMMA = re.compile(r"(?<!\\),")
_DICE = re.compile(r"(?P<times>\d{0,3})d(?P<sides>\d{1,6})\s*(?P<plus>[+-]\s*\d{1,6})?", re.I)
_MOST_DICE = 100
"""Of one throw; a card from a stranger must not keep a reply waiting."""
_DEEPEST = 4
"""So many choices within choices are followed."""


def expand_choices(text: str, name: str, day: date | None) -> str:
    """The text with each choice made; equal macros of a text fall each for itself.

    `name` is whose text it is; without a `day`, what falls anew each day always falls alike.
    What is no list and no dice becomes nothing, as in SillyTavern.
    """
    for _ in range(_DEEPEST if "{{" in text else 0):
        met: Counter[str] = Counter()

        def chosen(match: re.Match[str], met: Counter[str] = met) -> str:
            met[match[0]] += 1
            kind = match["name"].lower()
            when = str(day) if kind != "pick" and day is not None else ""
            at = chance(0, kind, name, when, match[0], str(met[match[0]]))
            if kind == "reverse":
                return match["rest"][::-1]
            return _rolled(match["rest"], at) if kind == "roll" else _picked(match, at)

        text, count = _MACRO.subn(chosen, text)
        if not count:
            break
    return text


def _picked(match: re.Match[str], at: float) -> str:
    rest = match["rest"]
    parts = rest.split("::") if match["mark"] == "::" or "::" in rest else _COMMA.split(rest)
    options = [part.replace("\\,", ",").strip() for part in parts]
    return options[int(at * len(options))]


def _rolled(formula: str, at: float) -> str:
    """The sum of some dice; a bare number has so many sides."""
    formula = formula.strip()
    dice = _DICE.fullmatch(f"1d{formula}" if formula.isdecimal() else formula)
    if dice is None or not (sides := int(dice["sides"])):
        return ""
    times = min(int(dice["times"] or 1), _MOST_DICE)
    rolls = (int(chance(0, str(at), str(die)) * sides) + 1 for die in range(times))
    return str(sum(rolls) + int((dice["plus"] or "0").replace(" ", "")))
