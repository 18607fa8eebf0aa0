"""What may be made of talk in other words than those that were said, whoever words it.

Nobody reads it before it stands in a note: so the talk has to bear it out, and it gives the
familiar no orders.
"""

from __future__ import annotations

from collections.abc import Collection

from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.writers.policy.evidence import TOLD_SHARE, has_share_of
from familiar_memory.writers.text.words import salient_words

__all__ = ["gives_orders", "is_what_was_said"]

_ORDERS = (Marker.ORDERS, Marker.AUTHORITY)


def is_what_was_said(text: str, said: str, names: Collection[str] = ()) -> bool:
    """Whether a text says something beside `names`, and what was said has enough of its words."""
    named = {word for name in names for word in salient_words(name)}
    says_something = bool(set(salient_words(text)) - named)
    return says_something and has_share_of(text, said, names, TOLD_SHARE)


def gives_orders(text: str, markers: Markers) -> bool:
    """Whether a text tells the familiar what to do, or whom to obey."""
    return any(markers.shows(one, text) for one in _ORDERS)
