"""Change what a line says of itself, and keep its words byte for byte.

Whoever strikes, dates or links a line of somebody else's has no business with how they worded,
wrapped or escaped it. Where nothing but an id is added, nothing else of the line changes.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.change.edit import replace_record
from familiar_memory.markdown.change.record_block import (
    MARKER,
    bare,
    block_of,
    put_in_place,
    where_it_stands,
)
from familiar_memory.markdown.change.tail_edit import edited_tail
from familiar_memory.markdown.record.anatomy import Anatomy, dissect
from familiar_memory.markdown.record.line import join_lines
from familiar_memory.markdown.record.shortening import LineForm, line_forms
from familiar_memory.markdown.record.surroundings import Surroundings, completed
from familiar_memory.markdown.record.tail_writer import render_tail
from familiar_memory.markdown.tree import parse_note

__all__ = ["amend_record"]

_BLANK = " \t"


def amend_record(
    text: str,
    line: int,
    old: Record,
    new: Record,
    *,
    path: str = "",
    vocabulary: Container[str] = SHIPPED,
) -> str:
    """Write `new` in the place of the record `old` at line `line` (from 1).

    Words that stay are left as they are written, also over several lines; other words become one
    line, as with `replace_record`. The record inherits there what lines with a tail inherit.
    `path` and `vocabulary` are as there.

    Raises:
        EditError: that record does not start at the line, or it cannot be changed by itself.
        InputError: the new record cannot be written.
    """
    note = parse_note(text, vocabulary, path)
    block = block_of(note, line, old)
    where = where_it_stands(note, block)
    new = completed(new, where, has_bare_ref=False)
    if bare(new) == bare(old):
        return text
    if new.text == old.text and new.task == old.task:
        for changed in _verbatim(text[block.char_start : block.char_end], old, new, where):
            result = put_in_place(note, block, changed, new, vocabulary)
            if result is not None:
                return result
    return replace_record(text, line, old.text, new, path=path, vocabulary=vocabulary)


def _verbatim(source: str, old: Record, new: Record, where: Surroundings) -> Iterator[str]:
    """Ways to write the line with the words as they stand; the first that reads right counts."""
    marker = MARKER.match(source)
    if marker is None:
        return
    said = source[marker.end() :]
    parts = dissect(join_lines(said.split("\n")), where.legend)
    if _with_id(old, new) == bare(new):
        yield f"{source}{'' if source[-1:] in _BLANK else ' '}^{new.id}"
    body = _body(said, parts)
    if body is None:
        return
    task = f"[{parts.task}] " if parts.task is not None else ""
    own_tail = _own_tail(said, parts)
    # What a program wrote stays in the order that programs write.
    is_ours = any(_rendered(form, where) == own_tail for form in line_forms(old, where))
    if (
        own_tail
        and not is_ours
        and (tail := edited_tail(own_tail, old.fields, new.fields)) is not None
    ):
        block_id = "" if new.id is None else f"^{new.id}"
        inner = _struck(f"{body} {tail}" if tail else body, new)
        yield marker[0] + task + " ".join(filter(None, (inner, parts.marks, block_id)))
    for form in line_forms(new, where):
        tail = _rendered(form, where)
        block_id = "" if form.block_id is None else f"^{form.block_id}"
        inner = _struck(f"{body} {tail}" if tail else body, new)
        yield marker[0] + task + " ".join(filter(None, (inner, parts.marks, block_id)))


def _body(said: str, parts: Anatomy) -> str | None:
    """The words as they stand, of a line or of several; None where they cannot be told apart."""
    at = said.find(parts.body) if parts.body else -1
    if at >= 0:
        return parts.body
    lines = said.split("\n")
    joined = join_lines(lines)
    start = joined.find(parts.body)
    rest = joined[start + len(parts.body) :].strip(_BLANK) if start == 0 else ""
    if start != 0 or parts.task is not None or parts.struck:
        return None
    stripped = said.rstrip(_BLANK)
    if not rest:
        return stripped
    return stripped[: -len(rest)].rstrip(f"{_BLANK}\r\n") if stripped.endswith(rest) else None


def _rendered(form: LineForm, where: Surroundings) -> str:
    return render_tail(form.fields, where.legend, is_bare=form.is_bare)


def _own_tail(said: str, parts: Anatomy) -> str:
    """The tail as it stands, with its parentheses; "" where there is none to be seen."""
    joined = join_lines(said.split("\n"))
    rest = joined[joined.find(parts.body) + len(parts.body) :].lstrip(_BLANK)
    return rest[: rest.rfind(")") + 1] if parts.fields is not None and rest[:1] == "(" else ""


def _struck(inner: str, record: Record) -> str:
    return inner if record.state is RecordState.LIVE else f"~~{inner}~~"


def _with_id(old: Record, new: Record) -> Record | None:
    """The old record with nothing but the id of the new one, where it has none."""
    return None if old.id is not None or new.id is None else bare(replace(old, id=new.id))
