"""A recall as one ordered list of steps.

People come before what is nice to have, and facts before the search, which may take all the
time that is left: what is stuck takes with it only what is behind it and has no time any more.
Providers of other packages come behind all of ours but the search, of which they could have
no time left; together they have the time of one step, so that they cost it no more.
"""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.recall.layout import (
    CHANNEL,
    CHARACTER,
    DAYS,
    ENTITIES,
    FACTS,
    LORE,
    PEOPLE,
    RETRIEVED,
    RULES,
    STANCES,
    STANDING,
    SUMMARY,
)

__all__ = ["CATCH_UP", "ORDER", "PROVIDERS", "TOLD_ORDER", "UNINDEXED", "VIEWER", "Row"]

VIEWER = "viewer"
CATCH_UP = "catch up"
PROVIDERS = "providers"
UNINDEXED = "not indexed"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the list: a step by name, what it brings, and whose results it needs.

    Only the `timeless` are asked what was known at an earlier moment: the others read notes
    and facts as they stand now. Of the providers, each says for itself whether it is.
    """

    name: str
    brings: str
    needs: tuple[str, ...] = ()
    is_timeless: bool = False


ORDER: tuple[Row, ...] = (
    Row(VIEWER, "who would read the answer: what may be shown", is_timeless=True),
    Row(CHARACTER, "the card", (VIEWER,), is_timeless=True),
    Row(RULES, "what the familiar has to keep to", (VIEWER,)),
    Row(STANCES, "what it thinks of things", (VIEWER,)),
    Row(PEOPLE, "who matters here, a step a person; who speaks first", (VIEWER,), is_timeless=True),
    Row(CHANNEL, "what those of this place share", (VIEWER,)),
    Row(DAYS, "the last days", (VIEWER,)),
    Row(SUMMARY, "how the last talk ended, but what a day tells", (VIEWER, DAYS)),
    Row(CATCH_UP, "an index that includes what was just recorded", is_timeless=True),
    Row(LORE, "entries whose keys were said; outlets of the card", (CHARACTER, CATCH_UP)),
    Row(FACTS, "facts of people and topics, but those on the page", (PEOPLE, LORE)),
    Row(
        STANDING,
        "what those who speak have asked for, or prefer, for good",
        (PEOPLE, CATCH_UP),
        is_timeless=True,
    ),
    Row(PROVIDERS, "what other packages add, a step each", (PEOPLE, CATCH_UP), is_timeless=True),
    Row(
        RETRIEVED,
        "what a search finds that is not shown",
        (PEOPLE, LORE, STANDING, PROVIDERS),
        is_timeless=True,
    ),
    Row(ENTITIES, "who else is concerned by all that", (FACTS, RETRIEVED)),
    Row(UNINDEXED, "what could not be indexed", (VIEWER, CATCH_UP), is_timeless=True),
)
"""The order in which a recall is made. A filter model is asked behind the search."""

_LAST_TOLD = (CATCH_UP, UNINDEXED)
TOLD_ORDER: tuple[str, ...] = (
    *(VIEWER, CHARACTER, RULES, STANCES, CHANNEL, DAYS, SUMMARY, PEOPLE),
    *(LORE, FACTS, STANDING, PROVIDERS, RETRIEVED, ENTITIES),
    *_LAST_TOLD,
)
"""The order in which a trace lists the same steps."""
