"""From when to when a line that somebody asks for is to hold: never until before it begins."""

from __future__ import annotations

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.errors import EditError
from familiar_memory.knowledge.validity import ends_before_it_begins

__all__ = ["check_term"]


def check_term(fields: RecordFields) -> None:
    """Refuse an end before the beginning.

    Raises:
        EditError: it says which is given, and what could be.
    """
    if ends_before_it_begins(fields.since, fields.until):
        raise EditError(
            f"it holds since {fields.since}, so it cannot have ended on {fields.until};"
            f" accepted: an end from {fields.since} on, or that it was wrong, if it never held",
            "an end that is not before the beginning",
        )
