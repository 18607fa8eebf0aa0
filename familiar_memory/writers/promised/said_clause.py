"""What a clause settles, by the pattern that was found in it: its matter, and if it is said."""

from __future__ import annotations

import regex

from familiar_memory.writers.forms.asserted import is_asserted

__all__ = ["EDGES", "LONGEST", "is_said_so", "matter_in"]

EDGES = " \t,;:–—-\"'"
LONGEST = 300
"""Characters of a sentence that says one thing."""
_FEWEST_CHARS = 2


def matter_in(match: regex.Match[str]) -> str:
    """What it is about; an "it" is what the sentence said before: "the tap drips, I'll fix it"."""
    what, named = match["what"], match.groupdict()
    if named.get("of") and named.get("it"):
        at = match.start("it") - match.start("what")
        what = f"{what[:at]} {named['of']}{what[at + len(named['it']) :]}"
    return what.strip(EDGES)


def is_said_so(sentence: str, match: regex.Match[str]) -> bool:
    """Whether the speaker says it as so, and says of what."""
    is_own = is_asserted(sentence, match.start(), match.end(), loose=True, past=True)
    return is_own and len(match["what"].strip(EDGES)) >= _FEWEST_CHARS
