"""How facts look: a list of what is known, and a story of what came and went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.knowledge.fact_wording import SentenceSubject, worded

if TYPE_CHECKING:
    from datetime import datetime

    from familiar_memory.inspection.knowledge.fact import EntityName, Fact, FactAnswer
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_facts", "show_timeline"]

_UNDATED = "undated"
_DAY = len("2026-02-03")
_INDENT = 2


def show_facts(answer: FactAnswer, out: Output, rooms: Mapping[str, str]) -> None:
    """Each fact, and below it how it is known; in a pipe a row a fact.

    How many the limit has left out is said below.
    """
    if out.is_rich:
        for fact in answer.facts:
            out.hang(_said(fact, fact.sentence), _INDENT)
            _print_known(fact, rooms, _INDENT, out)
    else:
        _show_rows(answer, out, rooms)
    _tell_rest(answer, out)


def show_timeline(answer: FactAnswer, out: Output, rooms: Mapping[str, str]) -> None:
    """An entry a fact: when it began, what it says, what became of it, and how it is known."""
    if answer.entity is not None:
        _print_head(answer.entity, out)
    told = {fact.record: fact for fact in (*answer.facts, *answer.then)}
    indent = _DAY + _INDENT
    for fact in answer.facts:
        began = Text((fact.begins or _UNDATED)[:_DAY], "dim" if fact.begins is None else "cyan")
        out.hang(_said(fact, _sentence(fact)), indent, head=began)
        _print_known(fact, rooms, indent, out)
        if fact.replaced_by is not None:
            after = told.get(fact.replaced_by)
            then = str(fact.replaced_by) if after is None else _sentence(after)
            out.hang(Text(f"then {then}", "dim"), indent + _INDENT, indent)
    _tell_rest(answer, out)


def _show_rows(answer: FactAnswer, out: Output, rooms: Mapping[str, str]) -> None:
    columns = {
        "fact": [fact.sentence for fact in answer.facts],
        "state": [_standing(fact) for fact in answer.facts],
        "learned": [_day(fact.learned) for fact in answer.facts],
        "from": [_from(fact, rooms) for fact in answer.facts],
        "record": [str(fact.record) for fact in answer.facts],
    }
    kept = {name: cells for name, cells in columns.items() if any(cells)}
    out.table(list(kept), list(zip(*kept.values(), strict=True)))


def _print_head(entity: EntityName, out: Output) -> None:
    parts = (Text(entity.name, "bold"), Text(entity.note, "dim"))
    out.hang_parts(parts, _INDENT, 0)


def _print_known(fact: Fact, rooms: Mapping[str, str], indent: int, out: Output) -> None:
    parts = (_known(fact, rooms), str(fact.record))
    out.hang_parts([Text(part, "dim") for part in parts], indent + _INDENT, indent)


def _said(fact: Fact, sentence: str) -> Text:
    """What a fact says, and what keeps it from holding."""
    line = Text(sentence, "dim" if fact.state is not RecordState.LIVE else "")
    if standing := _standing(fact):
        line.append(f"  {standing}", "red" if fact.state is RecordState.WRONG else "yellow")
    return line


def _sentence(fact: Fact) -> str:
    """What a fact says, without since when: that stands before it."""
    is_past = fact.state is RecordState.ENDED and not fact.is_merged
    subject = SentenceSubject.named(fact.subject.name)
    return worded(fact.predicate, fact.object.text, subject, is_past=is_past, until=fact.ends)


def _standing(fact: Fact) -> str:
    """What keeps a fact from holding, in a word or two."""
    if fact.state is RecordState.WRONG:
        return "was wrong"
    if fact.is_merged:
        return "merged"
    if fact.state is RecordState.ENDED:
        return "expired" if fact.expires is not None and fact.until is None else "ended"
    if fact.gives_way:
        return "not meanwhile"
    if fact.holds:
        return "for a time" if fact.is_temporary else ""
    return "not yet" if fact.since else "not known then"


def _known(fact: Fact, rooms: Mapping[str, str]) -> str:
    """How it is known: when it was learned, from whom and where."""
    day, source = _day(fact.learned), _from(fact, rooms)
    if day:
        return f"learned {day}" + (f" from {source}" if source else "")
    return f"from {source}" if source else "written by hand"


def _from(fact: Fact, rooms: Mapping[str, str]) -> str:
    """Who said it, and where."""
    who = "" if fact.by is None else fact.by.name
    where = "" if fact.place is None else rooms.get(fact.place, fact.place)
    return " in ".join(filter(None, (who, where)))


def _day(moment: datetime | None) -> str:
    return "" if moment is None else moment.date().isoformat()


def _tell_rest(answer: FactAnswer, out: Output) -> None:
    shown = len(answer.facts)
    if shown < answer.total:
        out.notice(f"{shown} of {answer.total}: --limit shows more", "dim")
