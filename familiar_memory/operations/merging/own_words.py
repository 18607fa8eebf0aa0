"""Lines in people's own words that end with the facts which were made of the same words.

"I play the banjo in a band" leaves a fact, and a line that says more. When the fact is struck, so
is the line, and it is live again when the fact is; what happened ("started at Acme in May") stays
true of its day, and ends with no fact, unless that was never so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, time
from typing import TypeAlias

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, Record, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.audience import permits
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.knowledge.records.named_facts import names_object
from familiar_memory.knowledge.speech.plain_statement import SECTIONS, StatementKind
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.named.finding import named_lines
from familiar_memory.operations.named.proposals import RetireById

__all__ = ["StruckFacts", "end_own_words", "struck_facts"]

_FactKey: TypeAlias = tuple[str, str | None, str | None, tuple[str, ...]]
StruckFacts: TypeAlias = Mapping[_FactKey, PartialDate | None]
"""The facts of a note that are struck, each with the day until which it held."""

_OWN = frozenset(SECTIONS.values())
_BETWEEN = re.compile(r"[;,] |[、；，]")
"""Between the parts of a line: a comma within a number parts nothing."""
_HAPPENED = SECTIONS[StatementKind.EVENT]


def struck_facts(draft: Draft) -> StruckFacts:
    """Those of the note as it stands."""
    facts = (one.record for one in draft.known if one.record.predicate is not None)
    return {_key(one): one.fields.until for one in facts if one.state is not RecordState.LIVE}


def end_own_words(draft: Draft, before: StruckFacts) -> None:
    """Strike the lines whose facts are struck by now and were not `before`; make others live."""
    now = struck_facts(draft)
    if now.keys() == before.keys():
        return
    lines = named_lines(draft)
    facts = [one for one in lines if one.record.predicate is not None]
    own = [one for one in lines if _is_own(one)]
    ended = [one for one in facts if _key(one.record) in now.keys() - before.keys()]
    resumed = [one for one in facts if _key(one.record) in before.keys() - now.keys()]
    for line in own:
        # A line that cannot be changed by itself stays as it is, as a person's does.
        with suppress(EditError, InputError):
            if line.record.state is not RecordState.LIVE:
                untils = {before[_key(fact)] for fact in _told(line, resumed)}
                if _ended_with(line.record, untils) and _may_end(draft, line):
                    draft.resume(line.record)
            elif _told(line, ended) and _may_end(draft, line):
                _end(draft, line, _told(line, facts))


def _key(record: Record) -> _FactKey:
    # Said again, a fact has one more message behind those that it had.
    fields = record.fields
    return normalised(record.text), fields.by, fields.place, fields.refs[:1]


def _is_own(line: StandingLine) -> bool:
    record = line.record
    return record.predicate is None and line.section in _OWN and is_machine_record(record)


def _ended_with(record: Record, untils: Collection[PartialDate | None]) -> bool:
    return record.fields.into is None and record.fields.until in untils


def _may_end(draft: Draft, line: StandingLine) -> bool:
    """Whether whoever ended the fact may end the line."""
    operation = RetireById(draft.lines.path, line.id)
    is_seen = permits(draft.viewer, line.audience)
    return is_seen and draft.proposer.judge_line(operation, line) is None


def _told(line: StandingLine, facts: Iterable[StandingLine]) -> Sequence[Record]:
    """The facts of the same message, for the same audience, that a line names.

    What went into another line is over for its wording alone: that line speaks for it.
    """
    said, fields = normalised(line.record.text), line.record.fields
    return [
        one.record
        for one in facts
        if one.audience == line.audience
        and (one.record.fields.by, one.record.fields.place) == (fields.by, fields.place)
        and one.record.fields.into is None
        and not set(one.record.fields.refs).isdisjoint(fields.refs)
        and names_object(said, normalised(one.record.object or ""))
    ]


def _end(draft: Draft, line: StandingLine, told: Sequence[Record]) -> None:
    """Strike a line that says nothing which is not over."""
    if any(fact.state is RecordState.LIVE for fact in told) or not _says_only(line.record, told):
        return
    held = [fact for fact in told if fact.state is RecordState.ENDED]
    if not held:
        draft.strike(line.record, None)
        return
    until = max((day for fact in held if (day := fact.fields.until)), key=_instant, default=None)
    if line.section != _HAPPENED and until is not None and _is_later(until, line.record):
        draft.strike(line.record, until)


def _says_only(record: Record, told: Sequence[Record]) -> bool:
    """Whether each part of a line names a fact: what more it says would be lost."""
    things = [normalised(fact.object or "") for fact in told]
    return all(any(names_object(part, one) for one in things) for part in _parts(record.text))


def _parts(text: str) -> Iterator[str]:
    return map(normalised, _BETWEEN.split(text))


def _is_later(until: PartialDate, record: Record) -> bool:
    """Whether it ended after it was said: a line of before may have told of the end itself."""
    learned = day_of(record.fields.learned)
    return learned is None or _instant(until) > datetime.combine(learned, time(), UTC)


def _instant(until: PartialDate) -> datetime:
    return instant_of(until) or datetime.min.replace(tzinfo=UTC)
