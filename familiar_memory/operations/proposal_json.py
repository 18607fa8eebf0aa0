"""Proposals as JSON and back, so that they outlive the process that made them.

Every object says which class it is of, and only classes that a proposal is made of are made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from typing import Any, Final, cast, get_args

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import InputError
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import Successor
from familiar_memory.operations.proposal import FreshLine, Proposal

__all__ = ["proposals_from_json", "proposals_to_json"]

_PROPOSALS: Final[tuple[type, ...]] = get_args(Proposal)
_PARTS: Final[tuple[type, ...]] = (Record, RecordFields, RecordPatch, FreshLine, Successor)
_CLASSES: Final = {one.__name__: one for one in (*_PROPOSALS, *_PARTS)}
_KIND: Final = "is"


def proposals_to_json(proposals: Iterable[Proposal]) -> str:
    """One JSON array; ASCII, since what a model says may hold what is no Unicode text."""
    return json.dumps([_encoded(one) for one in proposals])


def proposals_from_json(text: str) -> tuple[Proposal, ...]:
    """The proposals of `proposals_to_json`, equal to what they were.

    Raises:
        InputError: it is no such array, or another version has made it.
    """
    try:
        read = tuple(map(_decoded, json.loads(text)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError(f"proposals cannot be read: {error}", "what this version wrote") from error
    for one in read:
        if not isinstance(one, _PROPOSALS):
            raise InputError(f"{type(one).__name__} is no proposal", "what this version wrote")
    return cast(tuple[Proposal, ...], read)


def _encoded(value: object) -> object:
    match value:
        case RecordState():
            return {_KIND: "state", "value": value.value}
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return {_KIND: "instant", "value": value.isoformat()}
        case date():
            return {_KIND: "day", "value": value.isoformat()}
        case tuple() | list():
            return [_encoded(one) for one in value]
        case Mapping():
            return {_KIND: "map", "value": {key: _encoded(one) for key, one in value.items()}}
    if is_dataclass(value) and type(value).__name__ in _CLASSES:
        held = {one.name: _encoded(getattr(value, one.name)) for one in fields(value)}
        return {_KIND: type(value).__name__, "value": held}
    raise TypeError(f"{type(value).__name__} is no part of a proposal")


def _decoded(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_decoded, value))
    if not isinstance(value, dict):
        return value
    kind: str = value[_KIND]
    held: Any = value["value"]
    match kind:
        case "state":
            return RecordState(held)
        case "instant":
            return datetime.fromisoformat(held)
        case "day":
            return date.fromisoformat(held)
    given = {key: _decoded(one) for key, one in held.items()}
    return given if kind == "map" else _CLASSES[kind](**given)
