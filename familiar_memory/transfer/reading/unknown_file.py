"""Why a file is taken for nothing that can be imported: the best reason that a look gives."""

from __future__ import annotations

import zipfile
from pathlib import Path

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.file_look import look_of
from familiar_memory.transfer.reading.json_stream import read_json_entries
from familiar_memory.transfer.reading.strict_json import MAX_JSON_BYTES, parse_json

__all__ = ["why_unknown"]

_HEAD_BYTES = 65_536
"""Enough to say what kind of file this is."""
_COMMENTS = (b"//", b"/*", b"#")
_JSON = (b"{", b"[")
_LINES = (".jsonl", ".ndjson")
_SHOWN_KEYS = 8
_LABEL = "it"


def why_unknown(path: Path) -> str:
    """Say what a file is that no importer knows: `it is empty`, `it is a web page`. Never raises.

    At most 16 MB of it are read at once.
    """
    try:
        if path.is_dir():
            return "it is a folder that no importer knows"
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
        return _why(path, head)
    except (OSError, ValueError) as problem:
        return f"it cannot be read: {getattr(problem, 'strerror', None) or problem}"


def _why(path: Path, head: bytes) -> str:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        return "it is empty"
    if start.startswith(_JSON):
        return _why_json(path, start)
    look = look_of(head)
    if look == "a zip archive":
        return _why_zip(path)
    if look == "text":
        if start.startswith(_COMMENTS) and path.suffix.lower() in (".json", *_LINES):
            return "it begins with a comment, which JSON does not have"
        if path.suffix.lower() == ".json":
            return "it is text, and no JSON"
        return "it is text of no known kind"
    return f"it is {look}"


def _why_json(path: Path, head: bytes) -> str:
    """What is wrong with JSON, or how its keys are called that nobody knows."""
    try:
        keys = _keys(path, head)
    except InputError as problem:
        reason = problem.problem.removeprefix(_LABEL).lstrip(":, ")
        is_whole = reason.startswith(("it ", "not "))
        return reason if is_whole else f"it is not readable JSON: {reason}"
    names = ", ".join(repr(key[:40]) for key in keys[:_SHOWN_KEYS] if key)
    return f"it is JSON of no known kind{f' (its keys: {names})' if names else ''}"


def _keys(path: Path, head: bytes) -> list[str]:
    """The keys of the outermost object, else of the first one in a list or on a line."""
    is_lines = path.suffix.lower() in _LINES
    if not is_lines and path.stat().st_size > MAX_JSON_BYTES:
        return [entry.key for entry in read_json_entries(path, _LABEL)]
    value = parse_json(head.partition(b"\n")[0] if is_lines else path.read_bytes(), _LABEL)
    first = value[0] if isinstance(value, list) and value else value
    return list(first) if isinstance(first, dict) else []


def _why_zip(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError) as problem:
        return f"it is a zip archive that is cut short or damaged: {problem}"
    held = f" ({names[0][:60]!r} …)" if names else ""
    return f"it is a zip archive of something else{held}: unpack it, and import what is in it"
