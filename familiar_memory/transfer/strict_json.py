"""JSON of strangers: read exactly, within limits, and written back as it was.

Numbers keep their spelling (a float is a `Decimal`), so that what nobody touched comes out
as it came in; what two readers could understand differently is refused.
"""

from __future__ import annotations

import codecs
import re
from typing import Any, NoReturn, TypeAlias

import simplejson

from familiar_memory.errors import InputError

__all__ = ["MAX_JSON_BYTES", "MAX_JSON_DEPTH", "dump_json", "parse_json"]

MAX_JSON_BYTES = 16 * 1024 * 1024
MAX_JSON_DEPTH = 200

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LONGEST_KEY = 80
# Only an escape can bring half a pair: bytes that are UTF-8 hold none.
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_Place: TypeAlias = "tuple[_Place, str | int] | None"
_LOOKS_LIKE_HTML = re.compile(rb"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)


def parse_json(data: bytes, label: str, *, max_bytes: int = MAX_JSON_BYTES) -> Any:  # noqa: ANN401 - JSON
    """The value in these bytes (UTF-8, a byte order mark is tolerated).

    `label` names the file, and the place in it, in messages.

    Raises:
        InputError: it is too large, no JSON, repeats a key, holds NaN, an overlong
            number or a lone surrogate, or is nested deeper than 200.
    """
    if len(data) > max_bytes:
        raise InputError(f"{label}: {len(data):,} bytes of JSON", f"at most {max_bytes:,}")
    if not data.strip():
        raise InputError(f"{label}: it is empty", "a JSON object")
    try:
        value = simplejson.loads(
            _decoded(data), object_pairs_hook=_object, parse_constant=_refuse, use_decimal=True
        )
    except InputError as problem:
        raise InputError(f"{label}: {problem.problem}", problem.accepted) from None
    except simplejson.JSONDecodeError as problem:
        raise InputError(
            f"{label}: not JSON: {problem.msg} at line {problem.lineno}, column {problem.colno}",
            _hint(data),
        ) from None
    except RecursionError:
        raise _too_deep(label) from None
    except (ValueError, ArithmeticError) as problem:
        # What is left are numbers of thousands of digits.
        raise InputError(f"{label}: a number that cannot be read: {problem}", "numbers") from None
    _check_depth(value, label)
    if _SURROGATE.search(data):
        _check_texts(value, label)
    return value


def dump_json(value: Any, *, indent: int | None = 4) -> bytes:  # noqa: ANN401 - JSON
    """The value as UTF-8 JSON with a final newline, numbers spelt as they were read."""
    text = simplejson.dumps(
        value, ensure_ascii=False, indent=indent, use_decimal=True, allow_nan=False
    )
    return f"{text}\n".encode()


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16):
        raise InputError("the file is UTF-16", "UTF-8: save it anew in that encoding")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InputError(f"byte {problem.start + 1} is not UTF-8", "UTF-8 text") from None


def _hint(data: bytes) -> str:
    if _LOOKS_LIKE_HTML.match(data):
        return "a JSON file; this looks like a web page"
    return "one JSON value and nothing after it"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(f"the key {twice!r} stands there twice", "each key once in an object")
    return value


def _refuse(name: str) -> NoReturn:
    raise InputError(f"{name} is not JSON", "a number, a text, true, false or null")


def _check_depth(value: object, label: str) -> None:
    level = [value]
    for _ in range(MAX_JSON_DEPTH + 1):
        level = [child for one in level for child in _children(one)]
        if not level:
            return
    raise _too_deep(label)


def _children(one: object) -> list[object]:
    """What is in it and may itself hold something."""
    values = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return [value for value in values if isinstance(value, dict | list)]


def _check_texts(value: object, label: str) -> None:
    """No text that cannot be written down; the place is spelt only for what is wrong."""
    waiting: list[tuple[object, _Place]] = [(value, None)]
    while waiting:
        one, place = waiting.pop()
        if isinstance(one, str):
            _check_text(one, place, label)
        elif isinstance(one, dict):
            for key, child in one.items():
                _check_text(key, (place, "a key"), label)
                waiting.append((child, (place, key)))
        elif isinstance(one, list):
            waiting.extend((child, (place, number)) for number, child in enumerate(one))


def _check_text(text: str, place: _Place, label: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as problem:
        raise InputError(
            f"{label}: {_spelt(place) or 'the value'} holds a lone surrogate at character"
            f" {problem.start + 1}, which no file can carry",
            "Unicode text; a pair of surrogates is one character",
        ) from None


def _spelt(place: _Place) -> str:
    parts: list[str] = []
    while place is not None:
        place, key = place
        text = f"[{key}]" if isinstance(key, int) else f".{key}"
        parts.append(text if len(text) <= _LONGEST_KEY else f"{text[:_LONGEST_KEY]}…")
    return "".join(reversed(parts)).lstrip(".").encode("utf-8", "replace").decode()


def _too_deep(label: str) -> InputError:
    return InputError(f"{label}: nested too deep", f"at most {MAX_JSON_DEPTH} levels")
