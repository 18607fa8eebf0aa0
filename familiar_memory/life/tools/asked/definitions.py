"""The operations as a chat model is shown them, and what it gave as one of their requests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from pydantic import ValidationError

from familiar_memory.domain.validation_words import plain_words
from familiar_memory.errors import InputError, UsageError
from familiar_memory.life.tools.asked.arguments import REQUESTS, ToolRequest

__all__ = ["ToolStyle", "definition_of", "offered", "read_request"]

_MOST_TOLD = 5
"""So many faults of one call are named."""


class ToolStyle(StrEnum):
    """In which form a definition is wanted: bare, or as an SDK takes it."""

    PLAIN = "plain"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


def offered(*, with_writes: bool) -> list[str]:
    """The operations there are, in order."""
    return [name for name, one in REQUESTS.items() if with_writes or not one.is_write]


def definition_of(name: str, style: ToolStyle = ToolStyle.PLAIN) -> dict[str, Any]:
    """One operation: its name, what it is for, and the JSON schema of what it takes.

    Plain is `{name, description, parameters}`.
    """
    request = REQUESTS[name]
    schema = _without_references(request.model_json_schema())
    if style is ToolStyle.ANTHROPIC:
        return {"name": name, "description": request.summary, "input_schema": schema}
    plain = {"name": name, "description": request.summary, "parameters": schema}
    return {"type": "function", "function": plain} if style is ToolStyle.OPENAI else plain


def read_request(name: str, arguments: Mapping[str, Any] | str) -> ToolRequest:
    """The request that was meant by arguments, or by the JSON of some.

    `null` for what may be left out is the same as leaving it out.

    Raises:
        UsageError: there is no such operation.
        InputError: the arguments are not what it takes; it names each, and what is accepted.
    """
    request = REQUESTS.get(name)
    if request is None:
        raise UsageError(f"there is no operation {name!r}", f"one of {', '.join(REQUESTS)}")
    given = _loaded(name, arguments) if isinstance(arguments, str) else arguments
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise InputError(f"the arguments of {name} are no object", _accepted(request))
    fields = request.model_fields
    said = {
        key: value
        for key, value in given.items()
        if value is not None or key not in fields or fields[key].is_required()
    }
    try:
        return request.model_validate(said)
    except ValidationError as problem:
        raise InputError("; ".join(_faults(problem)), _accepted(request)) from None


def _loaded(name: str, text: str) -> object:
    try:
        return json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as problem:
        raise InputError(
            f"the arguments of {name} are no JSON: {problem}", 'an object, such as {"query": "tea"}'
        ) from None


def _faults(problem: ValidationError) -> Iterator[str]:
    faults = problem.errors(include_url=False, include_input=False)
    for fault in faults[:_MOST_TOLD]:
        where = ".".join(str(part) for part in fault["loc"]) or "the arguments"
        words = plain_words(fault["msg"]).replace("no such setting", "no such parameter")
        yield f"{where}: {words}"
    if len(faults) > _MOST_TOLD:
        yield f"and {len(faults) - _MOST_TOLD} more"


def _accepted(request: type[ToolRequest]) -> str:
    named = (
        f"{name} (required)" if field.is_required() else name
        for name, field in request.model_fields.items()
    )
    return f"{request.name} takes {', '.join(named)}"


def _without_references(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema as one piece, without titles: not every provider follows references."""
    known = schema.get("$defs", {})

    def plain(value: Any) -> Any:  # noqa: ANN401 - any piece of JSON
        if isinstance(value, list):
            return [plain(one) for one in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            target = known[value["$ref"].rpartition("/")[2]]
            value = {**target, **{key: one for key, one in value.items() if key != "$ref"}}
        if "anyOf" in value:
            # Leaving it out says the same as null.
            (some,) = [one for one in value["anyOf"] if one != {"type": "null"}]
            value = {**some, **{key: one for key, one in value.items() if key != "anyOf"}}
            value = plain(value) if "$ref" in value else value
        return {
            key: plain(one)
            for key, one in value.items()
            if not (key == "title" and isinstance(one, str))
            and not (key == "default" and one is None)
            and key != "$defs"
        }

    found: dict[str, Any] = plain(schema)
    found.pop("description", None)
    return found
