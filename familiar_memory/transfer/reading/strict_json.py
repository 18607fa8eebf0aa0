"""JSON of strangers: read exactly, within limits, and written back as it was.

Numbers keep their spelling (a float is a `Decimal`), so that what nobody touched comes out
as it came in; what two readers could understand differently is refused.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import simplejson

from familiar_memory.errors import InputError

__all__ = ["MAX_JSON_BYTES", "MAX_JSON_DEPTH", "dump_json", "parse_json", "parse_sidecar"]

MAX_JSON_BYTES = 16 * 1024 * 1024
"""The bound of docs/importing.md for what is in memory whole; memory is bounded by
`_MAX_VALUES`."""
MAX_JSON_DEPTH = 200
"""Far deeper than any format of ours, and far from the end of Python's stack."""
_MAX_VALUES = 750_000
"""Small values take a hundred times the memory of their text: their number is limited too."""
_BEGINNINGS = (b",", b"[", b"{")
_MAY_BE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_CONTAINER = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_OPENING = frozenset(b"[{")
_CLOSING = frozenset(b"]}")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOKS_LIKE_HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)


def parse_json(data: bytes, label: str, *, max_bytes: int = MAX_JSON_BYTES) -> Any:  # noqa: ANN401 - JSON
    """The value in these bytes (UTF-8, a byte order mark is tolerated).

    `label` names the file, and the place in it, in messages.

    Raises:
        InputError: it is too large, no JSON, repeats a key, holds NaN, an overlong
            number or a lone surrogate, has too many values, or is nested deeper than 200.
    """
    max_values = max(_MAX_VALUES, _MAX_VALUES * max_bytes // MAX_JSON_BYTES)
    return _parsed(data, label, max_bytes, MAX_JSON_DEPTH, max_values)


def parse_sidecar(data: bytes, label: str) -> Any:  # noqa: ANN401 - JSON
    """The value in a sidecar of ours, which holds one of `parse_json` and a little around it.

    Raises:
        InputError: as for `parse_json`, with limits that such a file cannot reach.
    """
    return _parsed(data, label, 4 * MAX_JSON_BYTES, 2 * MAX_JSON_DEPTH, 2 * _MAX_VALUES)


def _parsed(data: bytes, label: str, max_bytes: int, max_depth: int, max_values: int) -> Any:  # noqa: ANN401 - JSON
    if len(data) > max_bytes:
        raise InputError(f"{label}: {len(data):,} bytes of JSON", f"at most {max_bytes:,}")
    if not data.strip():
        raise InputError(f"{label}: it is empty", "a JSON object")
    if sum(map(data.count, _BEGINNINGS)) > max_values:
        raise InputError(f"{label}: too many values in it", f"at most about {max_values:,}")
    # Before the parser, which takes seconds and a gigabyte to find out.
    if _is_deeper(data, max_depth):
        raise _too_deep(label)
    try:
        value = simplejson.loads(
            _decoded(data), object_pairs_hook=_object, parse_constant=_refuse, use_decimal=True
        )
    except InputError as problem:
        raise InputError(f"{label}: {problem.problem}", problem.accepted) from None
    except simplejson.JSONDecodeError as problem:
        raise InputError(
            f"{label}: not JSON: {_reason(problem)} at line {problem.lineno},"
            f" column {problem.colno}",
            _hint(data),
        ) from None
    except RecursionError:
        raise _too_deep(label) from None
    except (ValueError, ArithmeticError) as problem:
        # What is left are numbers of thousands of digits.
        raise InputError(f"{label}: a number that cannot be read: {problem}", "numbers") from None
    has_surrogates = _MAY_BE_SURROGATE.search(data) is not None
    _check(value, label, max_depth, has_surrogates)
    return value


def dump_json(value: Any, *, indent: int | None = 4) -> bytes:  # noqa: ANN401 - JSON
    """The value as UTF-8 JSON with a final newline, numbers spelt as they were read."""
    text = simplejson.dumps(
        value, ensure_ascii=False, indent=indent, use_decimal=True, allow_nan=False
    )
    return f"{text}\n".encode()


def _is_deeper(data: bytes, max_depth: int) -> bool:
    """Whether containers open inside each other past a depth, as far as it is JSON at all."""
    if data.count(b"[") + data.count(b"{") <= max_depth:
        return False
    depth = 0
    for token in _CONTAINER.finditer(data):
        kind = data[token.start()]
        if kind in _OPENING:
            depth += 1
            if depth > max_depth:
                return True
        elif kind in _CLOSING:
            depth -= 1
    return False


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16):
        raise InputError("the file is UTF-16", "UTF-8: save it again in that encoding")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InputError(f"byte {problem.start + 1} is not UTF-8", "UTF-8 text") from None


def _reason(problem: simplejson.JSONDecodeError) -> str:
    """What the parser says, as a person reads it before a place."""
    sign = repr(problem.doc[problem.pos : problem.pos + 1])
    return str(problem.msg).removesuffix(" at").replace("%r", sign)


def _hint(data: bytes) -> str:
    if _LOOKS_LIKE_HTML.match(data):
        return "a JSON file; this looks like a web page"
    return "one JSON value and nothing after it"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(f"the key {twice!r} is there twice", "each key once in an object")
    return value


def _refuse(name: str) -> NoReturn:
    raise InputError(f"{name} is not JSON", "a number, a text, true, false or null")


def _check(value: object, label: str, max_depth: int, has_surrogates: bool) -> None:
    """No depth past the limit, and no text that cannot be written down."""
    path: list[str | int] = []
    stack: list[Iterator[tuple[str | int, object]]] = [iter((("", value),))]
    while stack:
        for key, one in stack[-1]:
            if has_surrogates:
                for text in (key, one):
                    _check_text(text, [*path, key], label)
            if isinstance(one, dict | list):
                if len(stack) > max_depth:
                    raise _too_deep(label)
                path.append(key)
                stack.append(iter(one.items() if isinstance(one, dict) else enumerate(one)))
                break
        else:
            stack.pop()
            del path[-1:]


def _check_text(text: object, path: list[str | int], label: str) -> None:
    if not isinstance(text, str):
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as problem:
        is_key = text is path[-1]
        raise InputError(
            f"{label}: {_place(path[:-1] if is_key else path)}{': a key' if is_key else ''}"
            f" holds a lone surrogate at character {problem.start + 1}, which no file can carry",
            "Unicode text; a pair of surrogates is one character",
        ) from None


def _place(path: list[str | int]) -> str:
    shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return shown.lstrip(".") or "the value"


def _too_deep(label: str) -> InputError:
    return InputError(f"{label}: nested too deep", f"at most {MAX_JSON_DEPTH} levels")
