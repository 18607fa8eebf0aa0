"""The conversation as the books are asked about it: messages of one place, and its past replies."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.turn import Role, StoredTurn, Turn
from familiar_memory.history.base import HistoryReader
from familiar_memory.lore.activation.compiled import CompiledLore
from familiar_memory.lore.activation.replay import replay
from familiar_memory.lore.activation.settings import Message, Scene
from familiar_memory.lore.activation.timed import Effects

__all__ = ["LorePast", "Talk", "talk_of"]

_MOST = 1_000
"""So many turns back the past is known at all."""
_MOST_MESSAGES = 100
"""So many may be looked at for keys, where older ones are looked at at all."""
_TWO_SESSIONS = 400
"""Turns beyond the longest timed effect (a session has 200 at most), so that its beginning is
seen."""
_LONG = 100_000
"""As long as a conversation counts of which not all is known."""
_KEEP = 32
"""Places whose talk is remembered as far as it was replayed."""


@dataclass(frozen=True, slots=True)
class Talk:
    """The turns that are recorded, oldest first, and the messages to be answered behind them.

    `base` messages were before those.
    """

    turns: tuple[StoredTurn, ...]
    pending: tuple[Message, ...]
    character: str
    base: int = 0

    @property
    def messages(self) -> tuple[Message, ...]:
        """All of them."""
        return (*(_message(one.turn, self.character) for one in self.turns), *self.pending)

    @property
    def length(self) -> int:
        """How many messages there were, these included."""
        return self.base + len(self.turns) + len(self.pending)


def talk_of(
    request: RecallRequest, history: HistoryReader, lore: CompiledLore, character: str
) -> Talk:
    """The turns that matter to these books: of the request's place alone, none in a broadcast.

    Raises:
        HistoryError: the history cannot be read.
    """
    pending = list(request.pending_turns)
    asked = () if _ends_with(pending, request) else (_asked(request),)
    if request.place is None or request.is_broadcast:
        return Talk((), (*_messages(pending, character), *asked), character)
    wanted = _wanted(lore)
    refs = {turn.ref for turn in pending if turn.place == request.place}
    found = [
        stored
        for stored in history.spoken(request.place.slug, wanted + len(refs) + 1)
        if stored.turn.ref not in refs
    ]
    if asked and found and _ends_with([found[-1].turn], request):
        # Recorded a moment ago, and not named as pending.
        pending.insert(0, found.pop().turn)
        asked = ()
    is_all = len(found) <= wanted
    return Talk(
        tuple(found[-wanted:]) if wanted else (),
        (*_messages(pending, character), *asked),
        character,
        0 if is_all else _LONG,
    )


def _wanted(lore: CompiledLore) -> int:
    """How many turns back these books look."""
    wanted = lore.depth
    if lore.settings.min_activations:
        wanted = max(wanted, lore.settings.max_depth or _MOST_MESSAGES)
    if lore.counts_messages:
        wanted = _MOST
    if lore.is_timed:
        wanted = max(wanted, min(lore.reach + _TWO_SESSIONS, _MOST))
    return min(wanted, _MOST)


def _asked(request: RecallRequest) -> Message:
    return Message("" if request.author is None else request.author.label, request.text)


def _ends_with(turns: Sequence[Turn], request: RecallRequest) -> bool:
    if not turns:
        return False
    last = turns[-1]
    return last.text == request.text and request.author in (None, last.author)


def _messages(turns: Sequence[Turn], character: str) -> tuple[Message, ...]:
    return tuple(_message(turn, character) for turn in turns)


def _message(turn: Turn, character: str) -> Message:
    is_reply = turn.role is Role.ASSISTANT
    return Message(character if is_reply else turn.author.label, turn.text, is_reply)


class LorePast:
    """What entries still feel in a place, told from its turns; the last answer is kept.

    The turns are gone through from the beginning of a session on: the latest that is as far
    back as any entry reaches before the present session. Where that begins nothing is felt
    yet. So it changes only when a session begins, is the same after a restart or a rebuild,
    and asking changes nothing.
    """

    def __init__(self) -> None:
        """Nothing is kept yet."""
        self._lock = threading.Lock()
        self._kept: dict[object, tuple[tuple[object, ...], list[tuple[int, Effects]]]] = {}

    def effects(
        self,
        lore: CompiledLore,
        talk: Talk,
        place: str,
        scene: Scene,
        expand_for: Callable[[str], Callable[[str], str]],
        stop: Stop,
    ) -> Effects:
        """The effects on the generation that follows the talk.

        `scene` has what does not change; `expand_for` fills in macros for a user's name.
        """
        first = _anchor(talk.turns, lore.reach)
        turns = talk.turns[first:]
        names = tuple((one.id, one.turn.text, one.turn.author.label) for one in turns)
        key = (
            place,
            lore,
            first if not talk.base else -1,
            scene.budget_tokens,
            tuple(sorted(scene.sources.items())),
        )
        with self._lock:
            known = self._kept.get(key)
        at, effects = self._resumed(known, names)
        steps = [] if known is None else [step for step in known[1] if step[0] <= at]
        for end in range(at + 1, len(turns)):
            if turns[end].turn.role is not Role.ASSISTANT:
                continue
            stop.check()
            past = _scene_at(talk, first + end, scene, lore, expand_for)
            effects = replay(lore, (past,), effects)
            steps.append((end, effects))
            self._keep(key, names[: end + 1], steps)
        return effects

    def _resumed(
        self, known: tuple[tuple[object, ...], list[tuple[int, Effects]]] | None, names: object
    ) -> tuple[int, Effects]:
        """The last reply up to which nothing has changed since."""
        if known is not None and isinstance(names, tuple):
            before, steps = known
            for end, effects in reversed(steps):
                if before[: end + 1] == names[: end + 1]:
                    return end, effects
        return -1, Effects()

    def _keep(
        self, key: object, names: tuple[object, ...], steps: list[tuple[int, Effects]]
    ) -> None:
        with self._lock:
            self._kept.pop(key, None)
            if len(self._kept) >= _KEEP:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = (names, list(steps))


def _anchor(turns: Sequence[StoredTurn], reach: int) -> int:
    """Where the past begins: the start of a session, as far back as an entry reaches."""
    starts = [at for at, one in enumerate(turns) if at == 0 or turns[at - 1].session != one.session]
    if not starts:
        return 0
    present = starts[-1]
    far = [at for at in starts if present - at >= reach]
    return far[-1] if far else starts[0]


def _scene_at(
    talk: Talk,
    end: int,
    scene: Scene,
    lore: CompiledLore,
    expand_for: Callable[[str], Callable[[str], str]],
) -> Scene:
    """The moment before the reply that stands at `end`."""
    deepest = max(lore.depth, _MOST_MESSAGES if lore.settings.min_activations else 0, 1)
    before = talk.turns[max(end - deepest, 0) : end]
    heard = next((s.turn for s in reversed(before) if s.turn.role is Role.USER), None)
    return replace(
        scene,
        messages=tuple(_messages([one.turn for one in before], talk.character)),
        length=talk.base + end,
        replies=sum(one.turn.role is Role.ASSISTANT for one in talk.turns[:end]),
        expand=scene.expand if heard is None else expand_for(heard.author.label),
    )
