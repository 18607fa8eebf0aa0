"""Which turns can be stored and read back: a rule that every history keeps."""

from __future__ import annotations

from datetime import UTC

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError

__all__ = ["check_turn"]


def check_turn(turn: Turn) -> None:
    """Refuse what cannot be stored and read back.

    Raises:
        InputError: no ref, a time without an offset or outside UTC, text that is not valid
            Unicode, or an incognito turn.
    """
    if turn.incognito:
        # Whoever records knows that; a history must not be what forgets it.
        raise InputError(f"the turn {turn.ref!r} is incognito", "turns that may be kept")
    if not turn.ref:
        raise InputError("a turn has an empty ref", "the platform's own id of the message")
    if turn.timestamp.utcoffset() is None:
        raise InputError(
            f"the turn {turn.ref!r} has a time without an offset: {turn.timestamp.isoformat()}",
            "an aware datetime, such as 2026-02-02T19:31:00+00:00",
        )
    try:
        turn.timestamp.astimezone(UTC)
    except OverflowError:
        raise InputError(
            f"the turn {turn.ref!r} has a time outside the years of UTC: "
            f"{turn.timestamp.isoformat()}",
            "a time between the years 1 and 9999 in UTC",
        ) from None
    author = turn.author
    texts = (turn.ref, turn.text, turn.reply_to, *turn.actions, author.user_id, author.platform)
    names = (*author.known_names, turn.place.name, turn.place.guild_name)
    try:
        "".join(filter(None, (*texts, *names))).encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"the turn {turn.ref!r} holds a lone surrogate", "valid Unicode text"
        ) from None
