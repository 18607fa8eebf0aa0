"""What an owner is shown: notes by the paths of their files, which no viewer learns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import line_named

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import Contribution, Decision
    from familiar_memory.domain.question.contribution import Line
    from familiar_memory.domain.question.named_fact import NamedFact
    from familiar_memory.domain.question.search import SearchHit
    from familiar_memory.notes.register.register import TreeRegister
    from familiar_memory.recall.explain.absence import Absence, WhyNotReport
    from familiar_memory.recall.explain.explanation import Explanation, Weighed
    from familiar_memory.recall.page.render import Context

__all__ = ["OwnerView"]

_NOTE = ".md"


class OwnerView:
    """Answers whose notes are named by where they stand; a turn, or a gone note, as it was."""

    def __init__(self, register: TreeRegister) -> None:
        self._register = register

    def hit(self, hit: SearchHit) -> SearchHit:
        """A hit."""
        fact = None if hit.fact is None else self._fact(hit.fact)
        noted_in = tuple(map(self._named, hit.noted_in))
        ended = tuple(map(self._fact, hit.ended))
        return replace(hit, path=self._path(hit.path), noted_in=noted_in, fact=fact, ended=ended)

    def context(self, context: Context) -> Context:
        """A context; its text is the same."""
        trace = context.trace
        return replace(
            context,
            contributions=tuple(map(self._contribution, context.contributions)),
            trace=replace(trace, decisions=tuple(map(self._decision, trace.decisions))),
        )

    def explanation(self, explained: Explanation) -> Explanation:
        """An explanation, but for the answer that it explains: that is its viewer's."""
        return replace(
            explained,
            candidates=tuple(map(self._weighed, explained.candidates)),
            decisions=tuple(map(self._decision, explained.decisions)),
        )

    def why_not(self, report: WhyNotReport) -> WhyNotReport:
        """Why something did not come."""
        return replace(report, answers=tuple(map(self._absence, report.answers)))

    def _fact(self, fact: NamedFact) -> NamedFact:
        return replace(fact, record=replace(fact.record, note=self._path(fact.record.note)))

    def _path(self, key: str) -> str:
        return self._register.path_of(key) or key

    def _named(self, subject: str) -> str:
        """What is named by a key, or by a line of it; anything else as it is."""
        if (place := line_named(subject)) is not None and place[0].endswith(_NOTE):
            return f"{self._path(place[0])}:{place[1]}"
        return self._path(subject) if subject.endswith(_NOTE) else subject

    def _decision(self, decision: Decision) -> Decision:
        hit = None if decision.hit is None else self.hit(decision.hit)
        return replace(decision, subject=self._named(decision.subject), hit=hit)

    def _contribution(self, given: Contribution) -> Contribution:
        lines = tuple(map(self._line, given.lines))
        return replace(given, label=self._named(given.label), lines=lines)

    def _line(self, line: Line) -> Line:
        hit = None if line.hit is None else self.hit(line.hit)
        at = None if line.at is None else (self._path(line.at[0]), line.at[1])
        return replace(line, hit=hit, at=at)

    def _weighed(self, one: Weighed) -> Weighed:
        return replace(one, subject=self._named(one.subject), hit=self.hit(one.hit))

    def _absence(self, answer: Absence) -> Absence:
        beside = None if answer.beside is None else self.hit(answer.beside)
        return replace(
            answer,
            subject=self._named(answer.subject),
            because=self._told(answer.because),
            beside=beside,
        )

    def _told(self, text: str) -> str:
        """A reason, which may name a note by its key."""
        return " ".join(map(self._word, text.split(" "))) if _NOTE in text else text

    def _word(self, word: str) -> str:
        bare = word.strip("`,;.")
        return word.replace(bare, self._named(bare)) if bare else word
