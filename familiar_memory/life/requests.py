"""What can be asked of a familiar at all."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_type
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.errors import UsageError

if TYPE_CHECKING:
    from familiar_memory.recall.ranking.weights import Profiles

__all__ = ["check_request", "refuse_incognito"]


def check_request(request: RecallRequest, profiles: Profiles) -> None:
    """Refuse at once what no search could do.

    Raises:
        InputError: it is no request.
        UsageError: no such profile or weight, or a moment that is none.
    """
    accepted = 'a RecallRequest, such as RecallRequest("where is the kettle?", author, place)'
    check_type(request, RecallRequest, "a request", accepted)
    profiles.weights(request.profile, request.weights)
    if request.as_of is None:
        return
    if request.as_of.utcoffset() is None:
        raise UsageError(
            f"as_of {request.as_of.isoformat()} has no offset from UTC", "an aware datetime"
        )
    if not MINYEAR < request.as_of.year < MAXYEAR:
        # In another time zone it may be no moment at all.
        raise UsageError(
            f"as_of {request.as_of.isoformat()} is at the end of all dates",
            f"a moment of the years {MINYEAR + 1} to {MAXYEAR - 1}",
        )


def refuse_incognito(is_incognito: bool) -> None:
    """Refuse what an incognito room, or request, asks of memory beside a recall.

    Raises:
        UsageError: it is incognito.
    """
    if is_incognito:
        raise UsageError(
            "this is incognito: nothing of memory is read or kept", "a place that is not, or none"
        )
