"""A value out of a model's reply: fences, prose around it and a cut-off end are put up with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from familiar_memory.errors import ModelReplyError
from familiar_memory.llm.answer import quoted
from familiar_memory.llm.base import Completion, FinishReason, JsonSchema

__all__ = ["read_reply", "schema_of"]

_MOST_CHARS = 200_000
_MOST_PIECES = 64
"""So many opening braces are tried; a reply that needs more says nothing."""

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


def read_reply(completion: Completion, shape: type[_Value]) -> _Value:
    """The first object in a reply that has this shape.

    Raises:
        ModelReplyError: there is none; it quotes what there is.
    """
    text = completion.text
    if completion.finish_reason is FinishReason.REFUSAL:
        raise _unusable("the model refused", text)
    if not text.strip():
        raise _unusable("the reply is empty", text)
    if len(text) > _MOST_CHARS:
        raise _unusable(f"the reply has {len(text):,} characters", text)
    why = "it holds no JSON object"
    for found in _objects(text, is_cut=completion.finish_reason is FinishReason.LENGTH):
        try:
            return shape.model_validate(found)
        except ValidationError as problem:
            first = problem.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the object"
            why = f"{where}: {first['msg']}"
    raise _unusable(f"the reply cannot be used ({why})", text)


def _objects(text: str, *, is_cut: bool) -> Iterator[dict[str, object]]:
    """Objects in the text: the whole of it, from each brace to the last, then mended ones."""
    end = text.rfind("}") + 1
    starts = [at for at, char in enumerate(text) if char == "{"][:_MOST_PIECES]
    for start in starts:
        for piece in _pieces(text, start, end):
            try:
                found = orjson.loads(piece)
            except orjson.JSONDecodeError:
                continue
            if isinstance(found, dict):
                yield found
                break
    if starts:
        yield from _mended(text[starts[0] :] if is_cut or not end else text[starts[0] : end])


def _pieces(text: str, start: int, end: int) -> Iterator[str]:
    """From a brace to the last closing one, then to the nearest that may close it."""
    if end > start:
        yield text[start:end]
    if (balanced := _balanced_end(text, start)) is not None and balanced != end:
        yield text[start:balanced]


def _balanced_end(text: str, start: int) -> int | None:
    depth = 0
    is_quoted = is_escaped = False
    for at in range(start, len(text)):
        char = text[at]
        if is_escaped:
            is_escaped = False
        elif is_quoted:
            is_escaped, is_quoted = char == "\\", char != '"'
        elif char == '"':
            is_quoted = True
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if not depth:
                return at + 1
    return None


def _mended(text: str) -> Iterator[dict[str, object]]:
    import json_repair

    try:
        found = json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        return
    if isinstance(found, dict):
        yield found


def _unusable(why: str, text: str) -> ModelReplyError:
    return ModelReplyError(
        f"{why}: {quoted(text)!r}" if text.strip() else why,
        "a JSON object of the shape that was asked for",
        reply=quoted(text),
    )
