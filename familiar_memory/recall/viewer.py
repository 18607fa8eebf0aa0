"""Who would read the answer to a request, and so what may be in it."""

from __future__ import annotations

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer

__all__ = ["viewer_in", "viewer_of"]


def viewer_of(request: RecallRequest, history: HistoryReader, policy: AudiencePolicy) -> Viewer:
    """The owner when no place is given, else whoever is in that place; or a broadcast's readers."""
    if request.is_broadcast:
        return Viewer(policy=policy, is_broadcast=True)
    return viewer_in(request.place, request.author, history, policy)


def viewer_in(
    place: Place | None, author: Author | None, history: HistoryReader, policy: AudiencePolicy
) -> Viewer:
    """The owner without a place, else whoever is in it; in a direct message the `author`."""
    if place is None:
        return Viewer()
    rooms: frozenset[str] = frozenset()
    if place.is_dm and author is not None:
        rooms = history.rooms_of(author)
    return Viewer(place.slug, policy, rooms)
