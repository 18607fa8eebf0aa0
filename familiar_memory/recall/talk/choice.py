"""Which of a room's last turns go before a model, and how they fit: pure rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.question.context import Decision, Disposition
from familiar_memory.domain.talk.turn import Role, StoredTurn, Turn
from familiar_memory.recall.page.budget import cut_to_tokens
from familiar_memory.recall.talk.conversation import (
    ConversationMessage,
    Why,
    cost_of,
    frame_cost,
    message_of,
)

__all__ = ["STEP", "Window", "fit", "fold_actions", "is_shown", "window_of"]

STEP = "conversation"
_LEAST = 32
"""A message that is forced into fewer tokens would say nothing."""
_CUT = "…"


@dataclass(frozen=True, slots=True)
class Window:
    """The turns that are looked at, oldest first: `newest` always go in, `older` may."""

    older: tuple[StoredTurn, ...]
    newest: tuple[StoredTurn, ...]
    is_short: bool = False


def fold_actions(turns: Iterable[StoredTurn]) -> list[StoredTurn]:
    """Put actions that were recorded as turns of their own behind the reply they belong to.

    That is the one they reply to, else the last one by the same author; without any, they
    stand alone, those in a row as one: they must not push what was said out of the newest.
    """
    folded: dict[int, StoredTurn] = {}
    for stored in turns:
        reply = None
        if _is_action(stored.turn):
            last = next(reversed(folded.values()), None)
            reply = _reply_before(stored.turn, folded.values()) or _in_a_row(last, stored.turn)
        if reply is None:
            folded[stored.id] = stored
        else:
            actions = (*reply.turn.actions, *stored.turn.actions)
            folded[reply.id] = replace(reply, turn=replace(reply.turn, actions=actions))
    return list(folded.values())


def is_shown(turn: Turn) -> bool:
    """Whether a reply to a turn brings it in: it stands, was not silent, and says something.

    What a job has reported is no part of the talk, but somebody may speak of it.
    """
    return not turn.silent and not turn.deleted and bool(turn.text.strip() or turn.actions)


def window_of(turns: Sequence[StoredTurn], *, limit: int, all_up_to: int, newest: int) -> Window:
    """Divide the last `limit` turns; so few as `all_up_to` are all certain."""
    seen = tuple(turns[-limit:])
    if len(seen) <= max(all_up_to, newest):
        return Window((), seen, is_short=len(seen) <= all_up_to)
    return Window(seen[:-newest], seen[-newest:])


def fit(
    window: Window,
    forced: Sequence[StoredTurn],
    chosen: Sequence[int],
    tokens: int,
    reasons: Mapping[int, str] | None = None,
) -> tuple[tuple[ConversationMessage, ...], tuple[Decision, ...]]:
    """Messages in the order said, within `tokens`, and a decision for each turn.

    The newest and the forced come first, cut evenly where they are too long; then those
    `chosen` (by id, the best first), whole or not at all. `reasons` say of an older turn
    why it was not chosen.
    """
    why_new = Why.SHORT if window.is_short else Why.NEWEST
    certain = {s.id: (s, message_of(s.turn, why_new)) for s in window.newest}
    for stored in forced:
        certain.setdefault(stored.id, (stored, message_of(stored.turn, Why.REPLIED_TO)))
    room = tokens - frame_cost()
    kept, decisions = _certain(list(certain.values()), room)
    room -= sum(cost_of(message) for _, message in kept)
    older = {s.id: s for s in window.older if s.id not in certain}
    for number in dict.fromkeys(chosen):
        if number not in older:
            continue
        stored = older.pop(number)
        message = message_of(stored.turn, Why.CHOSEN)
        if cost_of(message) > room:
            decisions.append(_decision(stored, Disposition.DROPPED, "no room"))
            continue
        room -= cost_of(message)
        kept.append((stored, message))
        decisions.append(_decision(stored, Disposition.KEPT, Why.CHOSEN.value))
    decisions += [
        _decision(stored, Disposition.CUT, (reasons or {}).get(number, "not chosen"))
        for number, stored in older.items()
    ]
    kept.sort(key=lambda pair: (pair[0].turn.timestamp, pair[0].id))
    return tuple(message for _, message in kept), tuple(decisions)


_Kept = list[tuple[StoredTurn, ConversationMessage]]


def _certain(wanted: _Kept, room: int) -> tuple[_Kept, list[Decision]]:
    """Cut the longest ones to one length at which all fit; where none does, the oldest go."""
    decisions: list[Decision] = []
    wanted = sorted(wanted, key=lambda pair: (pair[0].turn.timestamp, pair[0].id))
    while len(wanted) > 1 and len(wanted) * _LEAST > room:
        decisions.append(_decision(wanted.pop(0)[0], Disposition.DROPPED, "no room"))
    level = _level([cost_of(message) for _, message in wanted], room)
    kept: _Kept = []
    for stored, message in wanted:
        shown = message if cost_of(message) <= level else _shortened(message, level)
        is_cut = "" if shown is message else ", cut to the room that there is"
        decisions.append(_decision(stored, Disposition.KEPT, f"{message.why.value}{is_cut}"))
        kept.append((stored, shown))
    return kept, decisions


def _level(costs: Sequence[int], room: int) -> int:
    """The length to which to cut, so that everything fits: the short are left whole."""
    left = room
    for done, cost in enumerate(sorted(costs)):
        share = left // (len(costs) - done)
        if cost > share:
            return share
        left -= cost
    return max(costs, default=0)


def _shortened(message: ConversationMessage, tokens: int) -> ConversationMessage:
    bare = replace(message, actions=())
    if cost_of(bare) <= tokens:
        return bare
    room = tokens - cost_of(replace(bare, text=_CUT))
    while room > 0:
        shorter = replace(bare, text=f"{cut_to_tokens(bare.text, room)} {_CUT}".strip())
        if cost_of(shorter) <= tokens:
            return shorter
        # Lines that are set in cost more in the block than in the text.
        room -= cost_of(shorter) - tokens
    return replace(bare, text=_CUT)


def _is_action(turn: Turn) -> bool:
    return turn.role is Role.ASSISTANT and bool(turn.actions) and not turn.text.strip()


def _in_a_row(last: StoredTurn | None, action: Turn) -> StoredTurn | None:
    """The turn right before an action, if it is one of the same author and no more than that."""
    if last is None or not _is_action(last.turn):
        return None
    is_same = last.turn.author.canonical_key == action.author.canonical_key
    return last if is_same else None


def _reply_before(turn: Turn, before: Iterable[StoredTurn]) -> StoredTurn | None:
    replies = [s for s in before if s.turn.role is Role.ASSISTANT and s.turn.text.strip()]
    named = [s for s in replies if s.turn.ref == turn.reply_to]
    own = [s for s in replies if s.turn.author.canonical_key == turn.author.canonical_key]
    return next(iter((*named[::-1], *own[::-1])), None)


def _decision(stored: StoredTurn, verdict: Disposition, reason: str) -> Decision:
    return Decision(STEP, f"turn {stored.turn.ref}", verdict, reason)
