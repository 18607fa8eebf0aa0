"""A value out of a model's reply: fences, prose around it and odd JSON are put up with.

A reply that is cut off is not: what it was about to say may be the opposite.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from familiar_memory.errors import ModelReplyError
from familiar_memory.llm.answer import quoted
from familiar_memory.llm.base import Completion, FinishReason, JsonSchema

__all__ = ["read_reply", "schema_of"]

_MOST_CHARS = 200_000
"""Looking for an object in broken JSON begins anew at each brace; no choice of ours is so long."""
_MOST_BRACES = 64
"""So many opening braces are tried; a reply that needs more says nothing."""
_BRACE = re.compile(r"\{")

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
    """The first object in a reply that has this shape.

    What is no JSON (single quotes, a comma too many) is mended, up to `mend_chars` of it:
    that takes time, more than in proportion to the length. What opens and does not close
    has been cut off, whether the provider says so or not.

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
    why = "it contains no JSON object"
    if _is_open(text):
        why = f"{why} that is closed: it was cut off"
    for found in _objects(text, mend_chars):
        try:
            return shape.model_validate(found)
        except ValidationError as problem:
            first = problem.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the object"
            why = f"{where}: {first['msg']}"
    raise _unusable(f"the reply cannot be used ({why})", text)


def _objects(text: str, mend_chars: int) -> Iterator[dict[str, object]]:
    """Objects in the text: from each brace as far as JSON goes, then a mended one."""
    decoder = json.JSONDecoder()
    starts = list(islice((match.start() for match in _BRACE.finditer(text)), _MOST_BRACES + 1))
    for start in starts[:_MOST_BRACES]:
        try:
            found, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found
    if not starts or len(starts) > _MOST_BRACES or _is_open(text):
        return
    # Mending takes ever longer with the length, and with every brace.
    if len(text) - starts[0] <= mend_chars:
        yield from _mended(text[starts[0] :])


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
