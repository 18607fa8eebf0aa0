"""What every writer of talk is under: one composition for a batch and for the end of a session."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import TypeVar

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import Viewer, reach_of
from familiar_memory.knowledge.write_policy.confided_turns import CONFIDED_TURNS, confided_turns
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.policies.talk import TalkPolicy, viewer_of_talk
from familiar_memory.operations.policy import SeeingPolicy
from familiar_memory.store.base import NoteReader
from familiar_memory.writers.names.bearers import StatedNames
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.policy.cited import CitedTurns
from familiar_memory.writers.policy.taken_names import TakenNames

__all__ = ["TalkGate"]

_Judging = TypeVar("_Judging", bound=SeeingPolicy)


class TalkGate:
    """Puts the policies of one talk around each other: rails, then a judge, then whose names.

    So nothing that one way into the notes refuses comes in by another.
    """

    def __init__(
        self,
        history: History,
        store: NoteReader,
        register: TreeRegister,
        rules: NoteRules,
        past: PastTalk,
    ) -> None:
        """Take what was said, where notes stand and how they are read, and who has spoken."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        self._past = past

    def refresh(self) -> None:
        """Take in who has spoken meanwhile."""
        self._past.refresh()

    def viewer(self, talk: Sequence[StoredTurn]) -> Viewer:
        """What talk knows: its own lines, and those for everyone."""
        return viewer_of_talk(talk[0].turn.place.slug, self._rules.readers)

    def around(
        self,
        talk: Sequence[StoredTurn],
        judge: Callable[[SeeingPolicy, CitedTurns], _Judging],
        people: Container[str] | None = None,
    ) -> TakenNames[_Judging]:
        """The policy of talk of one reach: what the judge makes of its rails, and of what it cites.

        Only of these `people` something is noted; None: of all who have spoken there.
        """
        reach, viewer = reach_of(talk[0].turn.place.slug, self._rules.readers), self.viewer(talk)
        near = {(one.turn.place.slug, one.turn.ref): one for one in talk}
        cited = CitedTurns(
            self._history,
            lambda place, ref: near.get((place, ref)) or self._history.turn(place, ref),
            confided_turns(self._history.watermarks_like(CONFIDED_TURNS)),
        )
        known = self._past.people(reach) if people is None else people
        judging = judge(TalkPolicy(known, viewer), cited)
        return TakenNames(judging, cited, lambda name: self._borne(reach, viewer, name))

    def _borne(self, reach: str, viewer: Viewer, name: str) -> Iterator[tuple[str, str]]:
        """What people are called who may have that name, as far as the talk of a reach knows."""
        stated = StatedNames(self._store, self._register, self._rules, viewer)
        yield from self._past.bearers(reach)
        yield from stated.of(self._past.people(reach), name)
