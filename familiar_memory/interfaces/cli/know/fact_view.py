"""How facts look: a table of what holds, and a story of what came and went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.interfaces.cli.frame.output import visible
from familiar_memory.knowledge.fact_wording import SentenceSubject, worded

if TYPE_CHECKING:
    from familiar_memory.inspection.knowledge.fact import EntityName, Fact, FactAnswer
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_facts", "show_timeline"]

_UNDATED = "undated"
_DAY = len("2026-02-03")
_SPARE = ("from", "learned", "state", "record")
"""Columns that a narrow terminal goes without, the first first."""


def show_facts(answer: FactAnswer, out: Output, rooms: Mapping[str, str]) -> None:
    """A row a fact; how many were left out by the limit is said below."""
    columns = {
        "fact": [fact.sentence for fact in answer.facts],
        "state": [_standing(fact) for fact in answer.facts],
        "learned": [_day(fact.learned) for fact in answer.facts],
        "from": [_from(fact, rooms) for fact in answer.facts],
        "record": [str(fact.record) for fact in answer.facts],
    }
    kept = {name: cells for name, cells in columns.items() if any(cells)}
    out.table(
        list(kept),
        list(zip(*kept.values(), strict=True)),
        spare=[name for name in _SPARE if name in kept],
    )
    _tell_rest(answer, out)


def show_timeline(answer: FactAnswer, out: Output, rooms: Mapping[str, str]) -> None:
    """An entry a fact: when it began, what it says, what became of it, and how it is known."""
    from rich.text import Text

    if answer.entity is not None:
        _head(answer.entity, out)
    told = {fact.record: fact for fact in answer.facts}
    for fact in answer.facts:
        began = fact.begins or _UNDATED
        line = Text(f"{began[:_DAY]:<{_DAY}}  ", "dim" if fact.begins is None else "")
        line.append(visible(_sentence(fact)), "" if fact.state is RecordState.LIVE else "dim")
        if standing := _standing(fact):
            line.append(f"  {standing}", "red" if fact.state is RecordState.WRONG else "yellow")
        out.print(line)
        known = "  ".join(filter(None, (_learned(fact, rooms), str(fact.record))))
        out.print(Text(f"{'':<{_DAY}}  {visible(known)}", "dim"))
        if fact.replaced_by is not None:
            after = told.get(fact.replaced_by)
            then = str(fact.replaced_by) if after is None else _sentence(after)
            out.print(Text(f"{'':<{_DAY}}  then {visible(then)}", "dim"))
    _tell_rest(answer, out)


def _head(entity: EntityName, out: Output) -> None:
    from rich.text import Text

    out.print(Text.assemble((visible(entity.name), "bold"), (f"  {visible(entity.note)}", "dim")))


def _sentence(fact: Fact) -> str:
    """What a fact says, without since when: that stands before it."""
    is_past = fact.state is RecordState.ENDED
    subject = SentenceSubject.named(fact.subject.name)
    return worded(fact.predicate, fact.object.text, subject, is_past=is_past, until=fact.until)


def _standing(fact: Fact) -> str:
    """What keeps a fact from holding, in a word."""
    if fact.state is RecordState.WRONG:
        return "was wrong"
    if fact.holds:
        return "for a time" if fact.is_temporary else ""
    if fact.state is RecordState.ENDED:
        return "ended" if fact.until or fact.expires is None else "expired"
    return "not yet" if fact.since else "not known then"


def _learned(fact: Fact, rooms: Mapping[str, str]) -> str:
    day, source = _day(fact.learned), _from(fact, rooms)
    if not day:
        return f"noted by {source}" if source else "written by hand"
    return f"learned {day}" + (f" from {source}" if source else "")


def _from(fact: Fact, rooms: Mapping[str, str]) -> str:
    """Who said it, and where."""
    who = "" if fact.by is None else fact.by.name
    where = "" if fact.place is None else rooms.get(fact.place, fact.place)
    return " in ".join(filter(None, (who, where)))


def _day(moment: object) -> str:
    return "" if moment is None else str(moment)[:_DAY]


def _tell_rest(answer: FactAnswer, out: Output) -> None:
    shown = len(answer.facts)
    if shown < answer.total:
        out.notice(f"{shown} of {answer.total}: --limit shows more", "dim")
