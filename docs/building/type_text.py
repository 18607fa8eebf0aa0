"""A type as a reader would write it: without what checks it, and without the names of modules."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

__all__ = ["type_text"]


def type_text(annotation: Any) -> str:  # noqa: ANN401 - annotations have no type of their own
    """`list[str] | None`, of whatever stands behind a colon."""
    if isinstance(annotation, str):
        return annotation
    if annotation in (None, NoneType):
        return "None"
    origin, given = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_text(given[0])
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, given))}]"
    if origin in (Union, UnionType):
        return " | ".join(map(type_text, given))
    if origin is not None and given:
        return f"{type_text(origin)}[{', '.join(map(type_text, given))}]"
    return str(getattr(annotation, "__name__", annotation))
