"""What OpenClaw notes in comments behind a bullet, or above it, as fields of the record.

    - Keep the port local. <!-- trigger: gateway setup, port --> <!-- importance: 9 -->
    - Keep the port local. (importance:9, tags:gateway setup|port)

A comment that is not understood stays where it is, and so does the line then that has no
other. Above a promoted line a comment names the note of a day that it came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from familiar_importers.memories.making.rewritten_records import ReadLine, with_rewritten_records
from familiar_memory.domain.memory.record import SOURCE_NAMES, Record, RecordFields
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.record.moments import parse_moment
from familiar_memory.markdown.text.comments import comment_spans

__all__ = ["with_commented_fields"]

_COMMENT = re.compile(r"<!--[ \t]*(?P<key>[a-z]+):[ \t]*(?P<value>\S.*?)[ \t]*-->")
_SCORE = re.compile(r"[ \t]*\[(?P<score>score=[0-9.]+ [a-z]+=[^\[\]]*)\](?=[ \t]*\Z)")
_PROMOTED = re.compile(
    r"<!--[ \t]*openclaw-memory-promotion:[^\n]*?memory/"
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[^\n]*-->\s*"
)
_ID = re.compile(r"\^?([A-Za-z0-9-]+)")
_FILE = re.compile(r"(?=[^#]*[/.])[!-~]+")


def with_commented_fields(path: str, text: str) -> str:
    """The note with what its comments say as fields; every other byte stays."""
    return with_rewritten_records(path, text, _understood) if "<!--" in text else text


def _understood(line: ReadLine) -> Record | None:
    source, said = _taken_out(line.source)
    promoted = None if line.before is None else _PROMOTED.fullmatch(line.before.text)
    if promoted is not None:
        said.setdefault("learned", parse_moment(promoted["day"]))
        # How often it was recalled is no word of it.
        source = _SCORE.sub(lambda found: f" <!-- {found['score']} -->", source)
    record = parse_record(source, where=line.where)
    if not said or record.damaged or not record.text.strip():
        return None
    if record.fields.place != line.record.fields.place:
        # For whom a line is does not change because a comment behind it goes.
        return None
    fields = _completed(record.fields, said)
    if fields.learned is None and line.where.day is not None:
        # A record with a tail is of the day of its note, so the line would say it anyway.
        fields = replace(fields, learned=line.where.day)
    return replace(record, fields=fields) if fields != line.record.fields else None


def _taken_out(source: str) -> tuple[str, dict[str, Any]]:
    """The line without the comments that are understood, and what they say."""
    said: dict[str, Any] = {}
    kept, at = [], 0
    for start, end in comment_spans(source):
        comment = _COMMENT.fullmatch(source, start, end)
        read = _KEYS.get(comment["key"]) if comment is not None else None
        found = read(comment["value"]) if comment is not None and read is not None else {}
        if found and not found.keys() & said.keys():
            said.update(found)
            kept.append(source[at:start].rstrip(" \t"))
            at = end
    return "".join((*kept, source[at:])), said


def _completed(fields: RecordFields, said: Mapping[str, Any]) -> RecordFields:
    """The fields with what was said; what the line says itself stands."""
    unset = RecordFields()
    added = {
        name: value
        for name, value in said.items()
        if value is not None and getattr(fields, name) == getattr(unset, name)
    }
    return replace(fields, **added)


def _importance(value: str) -> dict[str, Any]:
    is_one = value.isascii() and value.isdigit() and 1 <= int(value[:3]) <= 10
    return {"importance": int(value)} if is_one else {}


def _confidence(value: str) -> dict[str, Any]:
    is_one = re.fullmatch(r"0?\.[0-9]{1,6}|[01](?:\.0+)?", value) is not None
    return {"confidence": float(value)} if is_one else {}


def _tags(value: str) -> dict[str, Any]:
    tags = dict.fromkeys(filter(None, (" ".join(one.split()) for one in value.split(","))))
    return {"tags": tuple(tags)} if tags else {}


def _moment(name: str) -> Callable[[str], dict[str, Any]]:
    def read(value: str) -> dict[str, Any]:
        moment = parse_moment(value)
        return {} if moment is None else {name: moment}

    return read


def _source(value: str) -> dict[str, Any]:
    """A file that it is from, or how it came to be known; any other word is no source here."""
    if value.casefold() in SOURCE_NAMES:
        return {"source": value.casefold()}
    return {"refs": (value,)} if _FILE.fullmatch(value) else {}


def _replaced(value: str) -> dict[str, Any]:
    found = _ID.fullmatch(value)
    return {} if found is None else {"replaces": found[1]}


_KEYS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "importance": _importance,
    "confidence": _confidence,
    "trigger": _tags,
    "triggers": _tags,
    "project": lambda value: {"category": value},
    "date": _moment("learned"),
    "expires": _moment("expires"),
    "source": _source,
    "supersedes": _replaced,
}
