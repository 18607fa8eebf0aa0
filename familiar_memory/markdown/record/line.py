"""One bullet, one memory: between a record and its line.

    marker [task]? strike? text SP tail? strike? (SP ^id)?

    - Project Alpha is moving to FastAPI (2026-01-28, ref:1234) ^k3f9a1
    - works_at:: [Acme](../topics/acme.md) (2026-01-28, since 2026-01, by:discord-42)
    - ~~works_at:: Initech (2024-03-02, until 2026-01-28)~~

Tail and id stand inside or outside the strike. What a person wrote is read
generously; what is written here is read back equal, whatever the text holds, and a
text that looks like a tail never becomes one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import EVERYONE, narrowest
from familiar_memory.knowledge.predicates import SHIPPED, is_predicate_name
from familiar_memory.markdown.record.anatomy import (
    TASK_CHARACTERS,
    Anatomy,
    dissect,
    place_mentions,
)
from familiar_memory.markdown.record.escaping import every_escape, is_relation, needed_escapes
from familiar_memory.markdown.record.labels import label_mentions
from familiar_memory.markdown.record.legend import PlaceLegend
from familiar_memory.markdown.record.loose_tails import loose_tails
from familiar_memory.markdown.record.short_ref import ID_PATTERN
from familiar_memory.markdown.record.shortening import LineForm, line_forms
from familiar_memory.markdown.record.surroundings import NOWHERE, Surroundings, completed
from familiar_memory.markdown.record.tail import date_that_never_was
from familiar_memory.markdown.record.tail_writer import render_tail
from familiar_memory.markdown.text.escape import check_encodable, escape, is_escaped, unescape
from familiar_memory.markdown.text.relation_field import relation_in
from familiar_memory.markdown.text.task_marks import without_dates

__all__ = [
    "AnyPredicate",
    "fact_text",
    "is_record_section",
    "join_lines",
    "names_place",
    "parse_record",
    "render_body",
    "render_record",
    "stated_fact",
]

_MAY_NAME_PLACE = re.compile("[:#@]")
MAX_ORDINAL = 999
"""Ordered items starting past this are prose: "2026. was great"."""

_MARKER = re.compile(r"[-*+]|[0-9]{1,3}[.)]")
_FACT = re.compile(r"([a-z][a-z0-9_]{0,39})::[ \t]+(?=\S)")


class AnyPredicate:
    """A vocabulary that has every predicate."""

    def __contains__(self, name: object) -> bool:
        return True


def is_record_section(heading: str) -> bool:
    """Whether bullets under this H2 are records; those under `## Aliases` are names."""
    return heading.strip().casefold() != "aliases"


def names_place(text: str, legend: PlaceLegend) -> bool:
    """Whether a text that is not a record holds what looks like the tail of one, with a place.

    Somebody may have removed the bullet of a private line; such a text must not be
    taken for public prose.
    """
    return bool(place_mentions(text) or label_mentions(text, legend))


def join_lines(lines: Sequence[str]) -> str:
    """Make one line of a paragraph, as Markdown shows it: breaks become spaces."""
    if len(lines) == 1:
        return lines[0].strip(" \t")
    joined = [line.strip(" \t") for line in lines]
    for index, line in enumerate(joined[:-1]):
        if line.endswith("\\") and not is_escaped(line, len(line) - 1):
            joined[index] = line[:-1].rstrip(" \t")
    return " ".join(filter(None, joined))


def fact_text(predicate: str, object_: str) -> str:
    """The text of a record that states a fact.

    Raises:
        InputError: the predicate is malformed, or the object is empty.
    """
    if not is_predicate_name(predicate) or not object_.strip():
        raise InputError(
            f"{predicate!r} of {object_!r} is not a fact",
            "a predicate such as works_at, and a non-empty object",
        )
    return f"{predicate}:: {object_.strip()}"


def stated_fact(text: str) -> tuple[str, str] | None:
    """The predicate and the object of a text such as `works_at:: Acme`; None for another one."""
    match = _FACT.match(text)
    object_ = "" if match is None else _object(text, match)
    return (match[1], object_) if match is not None and object_ else None


def parse_record(
    source: str, vocabulary: Container[str] = SHIPPED, where: Surroundings = NOWHERE
) -> Record:
    """Read a list item's first paragraph, given without its list marker.

    Several physical lines may be joined by a line feed. Any text gives a record: what
    is not understood is text. `vocabulary` says which predicates make facts, and `where` what
    the line inherits: the record has its complete fields.
    """
    if "\n" in source:
        source = join_lines(source.split("\n"))
    parts = dissect(source, where.legend)
    text = unescape(parts.body)
    predicate, object_ = _fact(parts.body, vocabulary)
    fields = parts.fields or RecordFields()
    body = parts.body
    # Without a colon, a label's sign, or another script's, there is no place of any kind.
    if (_MAY_NAME_PLACE.search(body) or not body.isascii()) and (loose := loose_tails(body)):
        said = (tail.audience for tail in loose)
        fields = replace(fields, place=narrowest((fields.place or EVERYONE, *said)))
    if parts.damaged:
        return Record(text=text, state=_state(parts), id=parts.id, task=parts.task, damaged=True)
    record = Record(
        text=text,
        fields=fields,
        state=_state(parts),
        id=parts.id,
        predicate=predicate,
        object=object_,
        task=parts.task,
        relation=relation_in(parts.body) if predicate is None else None,
    )
    return completed(record, where, body, has_bare_ref=parts.has_bare_ref)


def render_record(
    record: Record,
    *,
    marker: str = "-",
    where: Surroundings = NOWHERE,
    is_id_taken: bool = False,
) -> str:
    """Write a record as one physical line, without a line end.

    `parse_record` reads the part after the marker back to an equal record, there (`where`)
    where the line is to stand: it leaves out what it inherits. `is_id_taken`: another line
    there has its turn's block id, so it names its turn in its tail.

    Raises:
        InputError: the record can't be written: an empty text, a lone surrogate, a
            damaged record, fields out of range, `ended` without an `until`, `wrong` with
            one, a predicate that its text doesn't state, a record without what every line
            inherits there.
    """
    if not _MARKER.fullmatch(marker):
        raise InputError(f"{marker!r} is not a list marker", "- * + 1. or 1)")
    return f"{marker} {render_body(record, where=where, is_id_taken=is_id_taken)}"


def render_body(
    record: Record,
    *,
    marks: str = "",
    where: Surroundings = NOWHERE,
    is_id_taken: bool = False,
) -> str:
    """Write a record without a list marker; `marks` go behind the tail as they are.

    Raises:
        InputError: as `render_record`.
    """
    _check(record)
    body = ""
    # A line that is no fact although its field has a link is told from one by the vocabulary alone.
    vocabulary: Container[str] = () if is_relation(record) else AnyPredicate()
    for form in line_forms(record, where, is_id_taken=is_id_taken):
        for positions in (needed_escapes(record), every_escape(record)):
            body = _assemble(record, form, escape(record.text, positions), where.legend, marks)
            if parse_record(body, vocabulary, where) == record:
                return body
    raise InputError(
        f"a record can't be written so that it reads back the same: {body}",
        "a predicate and an object that the text states, and the fields that its note has",
    )


def _assemble(record: Record, form: LineForm, text: str, legend: PlaceLegend, marks: str) -> str:
    tail = render_tail(form.fields, legend, is_bare=form.is_bare)
    inner = f"{text} {tail}" if tail else text
    if record.state is not RecordState.LIVE:
        inner = f"~~{inner}~~"
    task = f"[{record.task}]" if record.task is not None else ""
    block_id = f"^{form.block_id}" if form.block_id is not None else ""
    return " ".join(filter(None, (task, inner, marks, block_id)))


def _fact(body: str, vocabulary: Container[str]) -> tuple[str | None, str | None]:
    match = _FACT.match(body)
    if match is None or match[1] not in vocabulary or date_that_never_was(body):
        return None, None
    object_ = unescape(_object(body, match)).strip()
    return (match[1], object_) if object_ else (None, None)


def _object(text: str, predicate: re.Match[str]) -> str:
    return without_dates(text[predicate.end(1) + 2 :].strip())


def _state(parts: Anatomy) -> RecordState:
    if not parts.struck:
        return RecordState.LIVE
    has_end = parts.fields is not None and parts.fields.until is not None
    return RecordState.ENDED if has_end else RecordState.WRONG


def _check(record: Record) -> None:
    check_encodable(record.text, "a record")
    problem = ""
    if record.damaged:
        problem = "a damaged record can't be rewritten"
    elif not record.text:
        problem = "a record without a text"
    elif record.state is RecordState.ENDED and record.fields.until is None:
        problem = "a record that has ended must say until when"
    elif record.state is RecordState.WRONG and record.fields.until is not None:
        problem = "a record that was wrong never held, so it can't have an end"
    elif record.id is not None and not ID_PATTERN.fullmatch(record.id):
        problem = f"the id {record.id!r}"
    elif record.task is not None and (len(record.task) != 1 or record.task not in TASK_CHARACTERS):
        problem = f"the task state {record.task!r}"
    if problem:
        raise InputError(problem, "a record as `parse_record` makes them")
