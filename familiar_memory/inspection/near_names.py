"""Names like one that nobody bears: whoever mistyped it sees what they may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["near_names"]

_MOST_LIKE = 3
_LIKE = 0.7


def near_names(name: str, names: Iterable[str]) -> list[str]:
    """The best known that begin with it, then those that are spelt nearly so."""
    folded = {known.casefold(): known for known in names}
    if name.casefold() in folded:
        return []
    begun = [one for one in folded if one.startswith(name.casefold())]
    spelt = get_close_matches(name.casefold(), folded, n=_MOST_LIKE, cutoff=_LIKE)
    return [folded[one] for one in dict.fromkeys((*begun, *spelt))][:_MOST_LIKE]
