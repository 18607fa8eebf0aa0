"""Who would read the answer to a request, and so what may be in it."""

from __future__ import annotations

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer

__all__ = ["viewer_of"]


def viewer_of(request: RecallRequest, history: HistoryReader, policy: AudiencePolicy) -> Viewer:
    """The owner when no place is given, else whoever is in that place; or a broadcast's readers."""
    if request.is_broadcast:
        return Viewer(policy=policy, is_broadcast=True)
    if request.place is None:
        return Viewer()
    rooms: frozenset[str] = frozenset()
    if request.place.is_dm and request.author is not None:
        rooms = history.rooms_of(request.author)
    return Viewer(request.place.slug, policy, rooms)
