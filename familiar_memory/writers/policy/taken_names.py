"""A name that somebody else bears is nobody's to take by saying so: it waits for a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import person_of
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.knowledge.standing import SECTIONS
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling, SeeingPolicy
from familiar_memory.operations.proposal import AddRecord, CorrectRecord, Proposal
from familiar_memory.writers.names.told import names_asked_for, says_to_go_by
from familiar_memory.writers.policy.cited import CitedTurns

__all__ = ["TakenNames"]

Bearers = Callable[[str], Iterable[tuple[str, str]]]
"""Names that are borne in a reach, each with the slug of who bears it: those of all who may have
the one that is asked for."""
_STANDING = frozenset(SECTIONS.values())
_QUOTES = '“”"'
_Below = TypeVar("_Below", bound=SeeingPolicy)


class TakenNames(Generic[_Below]):
    """As the policy `below`, but that a contested name is held, whatever else is ruled of it.

    So is one that was concluded from words which do not say that their speaker goes by it. Whoever
    bore a name first goes on being meant by it, until a person accepts the other. No end of a
    session decides on either.
    """

    def __init__(self, below: _Below, cited: CitedTurns, bearers: Bearers) -> None:
        """`bearers` is asked for each name that is proposed: few batches have one."""
        self.below = below
        self._cited = cited
        self._bearers = bearers
        self._known: dict[str, frozenset[str]] = {}
        self._taken: dict[str, str] = {}
        self._contested: list[Proposal] = []

    @property
    def viewer(self) -> Viewer:
        """As the policy has it."""
        return self.below.viewer

    def judge_line(self, operation: Proposal, line: StandingLine) -> Ruling | None:
        """As the policy rules."""
        return self.below.judge_line(operation, line)

    def judge(self, operation: Proposal) -> Ruling | None:
        """As the policy rules; what it does not refuse waits if the name is another's."""
        ruling = self.below.judge(operation)
        if ruling is not None and ruling.verdict is Verdict.REJECTED:
            return ruling
        slug = _whose(operation)
        if slug is None:
            return ruling
        for name in self._names_taken(operation, slug):
            if others := self._others(name, slug):
                self._contested.append(operation)
                whose = ", ".join(sorted(others))
                return Ruling(Verdict.HELD, f"somebody else is called {name!r}: {whose}")
            if self._is_unsaid(operation, name):
                self._contested.append(operation)
                return Ruling(Verdict.HELD, f"nobody says there that they go by {name!r}")
            if ruling is None:
                # Of two who take one name in the same batch the first has it.
                self._taken.setdefault(folded_name(name), slug)
        return ruling

    def is_contested(self, operation: Proposal) -> bool:
        """Whether it was held for its name: only a person decides on it."""
        return any(one is operation for one in self._contested)

    def _names_taken(self, operation: Proposal, slug: str) -> Iterator[str]:
        """The names that somebody would bear by it."""
        record = _record_of(operation)
        if record is not None and (name := _name_in(record)) is not None:
            yield name
        for request in _requests(operation):
            yield from (name for name in names_asked_for(request) if self._others(name, slug))
        if isinstance(operation, CorrectRecord) and slug in self._bearing(operation.old):
            yield operation.new

    def _is_unsaid(self, operation: Proposal, name: str) -> bool:
        """Whether the words from which a name was concluded do not say whose it is."""
        record = _record_of(operation)
        if record is None or not record.fields.quote or _name_in(record) != name:
            return False
        cited = self._cited.of(record.fields.place, record.fields.refs)
        return cited is not None and not says_to_go_by(name, cited.message, record.fields.quote)

    def _others(self, name: str, slug: str) -> frozenset[str]:
        """Who bears it already, if the one who takes it does not."""
        bearing = self._bearing(name)
        return frozenset() if slug in bearing else bearing

    def _bearing(self, name: str) -> frozenset[str]:
        form = folded_name(name)
        first = self._taken.get(form)
        borne = self._borne_before(name, form)
        return borne if first is None else borne | {first}

    def _borne_before(self, name: str, form: str) -> frozenset[str]:
        if form not in self._known:
            found = self._bearers(name)
            self._known[form] = frozenset(slug for one, slug in found if folded_name(one) == form)
        return self._known[form]


def _whose(operation: Proposal) -> str | None:
    """Who would bear a name by it; what a person has confirmed, or wrote, is done."""
    if isinstance(operation, SetRule):
        return None if operation.is_by_hand else operation.fields.by
    return person_of(operation.path)


def _requests(operation: Proposal) -> tuple[str, ...]:
    """The words of what somebody asks for, for good."""
    if isinstance(operation, SetRule):
        return operation.text, operation.fields.quote or ""
    if isinstance(operation, AddRecord) and operation.section in _STANDING:
        return () if operation.is_confirmed else (operation.record.text.strip(_QUOTES),)
    return ()


def _record_of(operation: Proposal) -> Record | None:
    """The line that would stand; what a person has confirmed is done."""
    if isinstance(operation, AddRecord):
        return None if operation.is_confirmed else operation.record
    if isinstance(operation, RetireById) and operation.successor is not None:
        return operation.successor.record
    return None


def _name_in(record: Record) -> str | None:
    """The name that a line gives; one without a predicate of its own is read as a fact, too."""
    if record.predicate is not None:
        return record.object if record.predicate == CALLED else None
    said = stated_fact(record.text)
    return said[1] if said is not None and said[0] == CALLED else None
