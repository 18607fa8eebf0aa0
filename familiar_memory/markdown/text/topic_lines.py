"""What a writer keeps in the note of a topic beside what was said: how often, and where first.

    34 more since 2026-02-02, in [[2026-02-12-evening]]
    First came up in [[2026-02-04-afternoon]]

Nobody said such a line, and what it says follows from the talk. The forms are those in which it is
written: a line that a person has changed is theirs.
"""

from __future__ import annotations

import regex

__all__ = ["COUNT_LINE", "ORIGIN_LINE", "is_kept_by_writer"]

_LINK = r"\[\[[^\[\]|#]+\]\]"
COUNT_LINE = regex.compile(
    rf"(?P<more>[1-9][0-9]{{0,8}}) more(?: since (?P<since>\d{{4}}-\d\d-\d\d)"
    rf"(?:, in (?P<sessions>{_LINK}(?:, {_LINK})*))?|, in (?P<one>{_LINK}))"
)
ORIGIN_LINE = regex.compile(rf"First came up(?: in {_LINK})?")


def is_kept_by_writer(text: str) -> bool:
    """Whether the text of a record has one of the two forms."""
    return any(one.fullmatch(text) is not None for one in (COUNT_LINE, ORIGIN_LINE))
