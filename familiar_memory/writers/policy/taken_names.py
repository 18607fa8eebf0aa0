"""A name that somebody else bears is nobody's to take by saying so: it waits for a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import person_of
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.policy.write_policy import WritePolicy

__all__ = ["TakenNames"]

Bearers = Callable[[], Iterable[tuple[str, str]]]
"""The names that are borne in a reach, each with the slug of who bears it."""


class TakenNames:
    """As the policy below it, but that a contested name is held.

    Whoever bore it first goes on being meant by it, until a person accepts the other.
    """

    def __init__(self, policy: WritePolicy, bearers: Bearers) -> None:
        """`bearers` is asked when the first name is proposed: few batches have one."""
        self._policy = policy
        self._bearers = bearers
        self._known: Mapping[str, frozenset[str]] | None = None
        self._taken: dict[str, str] = {}

    @property
    def viewer(self) -> Viewer:
        """As the policy has it."""
        return self._policy.viewer

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """As the policy rules."""
        return self._policy.judge_line(operation, line)

    def judge(self, operation: Proposal) -> Ruling | None:
        """As the policy rules; what it lets through waits if the name is another's."""
        ruling = self._policy.judge(operation)
        if ruling is not None or not isinstance(operation, AddRecord) or operation.is_confirmed:
            return ruling
        slug, name = person_of(operation.path), _name_in(operation.record)
        if slug is None or name is None:
            return None
        form = folded_name(name)
        # Of two who take one name in the same batch the first has it.
        first = self._taken.setdefault(form, slug)
        others = self._borne().get(form, frozenset()) | {first}
        if slug in self._borne().get(form, ()) or others == {slug}:
            return None
        whose = ", ".join(sorted(others - {slug}))
        return Ruling(Verdict.HELD, f"somebody else is called {name!r}: {whose}")

    def _borne(self) -> Mapping[str, frozenset[str]]:
        if self._known is None:
            found: dict[str, set[str]] = {}
            for name, slug in self._bearers():
                found.setdefault(folded_name(name), set()).add(slug)
            self._known = {name: frozenset(slugs) for name, slugs in found.items()}
        return self._known


def _name_in(record: Record) -> str | None:
    return record.object if record.predicate == CALLED else None
