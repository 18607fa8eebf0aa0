"""A value out of a model's reply: fences, thoughts, prose around it and odd JSON are put up with.

A reply that is cut off is not: what it was about to say may be the opposite.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from familiar_memory.errors import ModelReplyError
from familiar_memory.llm.answer import quoted
from familiar_memory.llm.base import Completion, FinishReason, JsonSchema

__all__ = ["read_replies", "read_reply", "schema_of"]

_MOST_CHARS = 200_000
"""Looking for an object in broken JSON begins anew at each brace; no choice of ours is so long."""
_MOST_BRACES = 64
"""So many opening braces are tried; a reply that needs more says nothing."""
_BRACE = re.compile(r"\{")
_COMMA_OR_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"|,\s*+(?P<close>[\]}])', re.DOTALL)
"""A string is taken as a whole, so that a comma in what somebody said stays."""
_THOUGHT = re.compile(r"\s*<(think|thinking|thought|reasoning|reflection)>", re.IGNORECASE)
"""What reasoning models put around what they say before they reply."""
_THOUGHT_ENDS = re.compile(r"</(?:think|thinking|thought|reasoning|reflection)>", re.IGNORECASE)
"""Some servers put the opening mark into the prompt: then only this one comes."""

_Value = TypeVar("_Value", bound=BaseModel)


def schema_of(shape: type[BaseModel]) -> JsonSchema:
    """The schema to send along, in the strict form that providers ask for.

    Every key is required and no other is allowed, at every level.
    """
    schema = shape.model_json_schema()
    for one in (schema, *schema.get("$defs", {}).values()):
        one["additionalProperties"] = False
        one["required"] = list(one.get("properties", {}))
        for value in one.get("properties", {}).values():
            value.pop("default", None)
    return schema


def read_reply(completion: Completion, shape: type[_Value], *, mend_chars: int = 4_000) -> _Value:
    """The first object in a reply that has this shape: see `read_replies`.

    Raises:
        ModelReplyError: there is none, or the reply is cut off; it quotes what there is.
    """
    return read_replies(completion, shape, mend_chars=mend_chars)[0]


def read_replies(
    completion: Completion, shape: type[_Value], *, mend_chars: int = 4_000
) -> list[_Value]:
    """The objects in a reply that have this shape, one or more, none of them within another.

    What stands between marks of thinking (`<think>…</think>`) is no reply. A comma too many is
    taken out, however long it is. What else is no JSON (single quotes) is mended, up to
    `mend_chars` of it: that takes time, more than in proportion to the length. What opens and
    does not close has been cut off, whether the provider says so or not.

    Raises:
        ModelReplyError: there is none, or the reply is cut off; it quotes what there is.
    """
    text = completion.text
    if completion.finish_reason is FinishReason.REFUSAL:
        raise _unusable("the model refused", text)
    if completion.finish_reason is FinishReason.LENGTH:
        raise _unusable("the reply was cut off at its longest", text)
    if not text.strip():
        raise _unusable("the reply is empty", text)
    if len(text) > _MOST_CHARS:
        raise _unusable(f"the reply has {len(text):,} characters", text)
    text = _without_thoughts(text)
    why = "it contains no JSON object"
    if _is_open(text):
        why = f"{why} that is closed: it was cut off"
    fitting = _Fitting(shape, why)
    for found in _ways_to_read(text, fitting, mend_chars):
        if found:
            return found
    raise _unusable(f"the reply cannot be used ({fitting.why})", text)


class _Fitting(Generic[_Value]):
    """Takes what has the shape, and remembers why the last that has not was none."""

    def __init__(self, shape: type[_Value], why: str) -> None:
        self.shape = shape
        self.why = why

    def of(self, found: object) -> _Value | None:
        """The value; None where it is none."""
        if not isinstance(found, dict):
            return None
        try:
            return self.shape.model_validate(found)
        except ValidationError as problem:
            first = problem.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the object"
            self.why = f"{where}: {first['msg']}"
            return None


def _ways_to_read(text: str, fitting: _Fitting[_Value], mend_chars: int) -> Iterator[list[_Value]]:
    """What fits in the text as it is, without its commas too many, and mended."""
    starts = [match.start() for match in _BRACE.finditer(text)]
    yield _plain(text, starts, fitting)
    if starts and (one := _one_comma_less(text[starts[0] :])) is not None:
        yield _plain(one, [match.start() for match in _BRACE.finditer(one)], fitting)
    if not starts or len(starts) > _MOST_BRACES or _is_open(text):
        return
    # Mending takes ever longer with the length, and with every brace.
    if len(text) - starts[0] <= mend_chars:
        fit = (fitting.of(found) for found in _mended(text[starts[0] :]))
        yield [value for value in fit if value is not None][:1]


def _plain(text: str, starts: Iterable[int], fitting: _Fitting[_Value]) -> list[_Value]:
    """What fits from a brace as far as JSON goes; else drafts: a thought ends behind them.

    An end of a thought that stands within an object is a part of what it quotes.
    """
    decoder = json.JSONDecoder()
    said: list[_Value] = []
    drafts: list[_Value] = []
    tried = ended = 0
    for start in starts:
        if start < ended or tried == _MOST_BRACES:
            continue
        tried += 1
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if (value := fitting.of(found)) is not None:
            ended = end
            is_draft = _THOUGHT_ENDS.search(text, end) is not None
            (drafts if is_draft else said).append(value)
    return said or drafts


def _without_thoughts(text: str) -> str:
    """The text behind what a model thought aloud first; of thoughts that do not end nothing.

    Only where the reply begins with them: further on it may quote somebody who writes such marks.
    """
    while (begun := _THOUGHT.match(text)) is not None:
        ended = re.compile(rf"</{begun[1]}>", re.IGNORECASE).search(text, begun.end())
        text = "" if ended is None else text[ended.end() :]
    return text


def _one_comma_less(text: str) -> str | None:
    """The text without commas before a closing bracket; None where there are none."""
    found = _COMMA_OR_STRING.sub(lambda match: match["close"] or match[0], text)
    return None if found == text else found


def _is_open(text: str) -> bool:
    """Whether more is opened than closed: strings are not told apart, as nobody quotes alike."""
    said = text[max(text.find("{"), 0) :]
    return said.count("{") > said.count("}") or said.count("[") > said.count("]")


def _mended(text: str) -> Iterator[dict[str, object]]:
    import json_repair

    try:
        found = json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        return
    # After the first object, prose may hold what looks like more of them.
    for one in found if isinstance(found, list) else [found]:
        if isinstance(one, dict):
            yield one


def _unusable(why: str, text: str) -> ModelReplyError:
    return ModelReplyError(
        f"{why}: {quoted(text)!r}" if text.strip() else why,
        "a JSON object of the shape that was asked for",
        reply=quoted(text),
    )
