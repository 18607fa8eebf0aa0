"""How a command is run here, and what is kept of what it said.

The commands run in this process, as in a pipe, in a folder of their own, at a moment of their
own. What differs from run to run is replaced by a name in angle brackets, and nothing else.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterable, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from surface.command import Ran, run_familiar

__all__ = ["NOW", "Case", "Given", "Stage", "transcript"]

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
"""When the first command of a case runs; each further one comes a minute later."""

_ENVIRONMENT = {
    "FAMILIAR_HOME": "familiars",
    "FAMILIAR_ID": "ember",
    "NO_COLOR": "1",
    "COLUMNS": "200",
    "TERMINAL_WIDTH": "200",
}
_FOREIGN = ("FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "XDG_DATA_HOME")


@dataclass(frozen=True)
class Given:
    """What a case begins with besides the world: what to call it, and how it is brought about."""

    name: str
    files: tuple[tuple[str, bytes | Path | None], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()

    def lay_out(self, folder: Path, when: datetime) -> None:
        """Write its files (for None, remove; for a path, link there), as saved at that time."""
        for name, data in self.files:
            path = folder / name
            if data is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(data, Path):
                path.symlink_to(data)
                continue
            path.write_bytes(data)
            _date(path, when)


@dataclass(frozen=True)
class Case:
    """Commands to be run one after the other in a fresh copy of a world."""

    lines: tuple[str, ...]
    given: tuple[Given, ...] = ()
    stdin: bytes = b""
    world: str = "written"

    @property
    def title(self) -> str:
        """What its snapshot is called; no two cases of a group have the same."""
        given = [one.name for one in self.given]
        if self.world != "written":
            given.insert(0, f"{self.world} world")
        before = f"given {', '.join(given)}: " if given else ""
        return before + " ; ".join(f"familiar {line}".rstrip() for line in self.lines)


@dataclass
class Stage:
    """A folder to run commands in, with a clock that the test sets."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    home: Path
    now: datetime = NOW
    ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for name in _FOREIGN:
            self.monkeypatch.delenv(name, raising=False)
        for name in list(os.environ):
            if name.startswith("FAMILIAR_") or name.endswith("_API_KEY"):
                self.monkeypatch.delenv(name)
        for name, value in _ENVIRONMENT.items():
            self.monkeypatch.setenv(name, value)
        self.monkeypatch.setenv("HOME", str(self.home))
        self.monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(self.home / "models"))
        # The command line has no option for the time: this is where it asks the machine.
        from familiar_memory.clock import SystemClock

        self.monkeypatch.setattr(SystemClock, "now", lambda _: self.now)

    def run(self, line: str, stdin: bytes = b"") -> Ran:
        """Run one command line.

        `$(familiar …)` in it is what that prints, `$(familiar … | tail -1)` the last line of
        it, and BATCH the id of the newest batch of changes.
        """
        with chdir(self.folder):
            line = _INNER.sub(_printed, line)
            if "BATCH" in line:
                changes = run_familiar_json(self, "log -n 0 --json")["changes"]
                line = line.replace("BATCH", next(c["batch"] for c in changes if c["batch"]))
            ran = run_familiar(shlex.split(line), stdin)
        self.now += timedelta(minutes=1)
        return ran

    def learn_ids(self) -> None:
        """Take the ids of all changes so far as what they are: chance."""
        for more in ("", " --author baseline"):
            value = run_familiar_json(self, f"log -n 0 --json{more}")
            for change in value.get("changes", ()):
                self.ids |= {change["id"], *filter(None, (change.get("batch"),))}


_INNER = re.compile(r"\$\(familiar (?P<line>[^)|]*)(?P<last>\| tail -1)?\)")


def _printed(inner: re.Match[str]) -> str:
    printed = run_familiar(shlex.split(inner["line"])).stdout.strip()
    return printed.rpartition("\n")[2] if inner["last"] else printed


def run_familiar_json(stage: Stage, line: str) -> dict[str, list[dict[str, str]]]:
    """What a command tells as data; nothing where it cannot."""
    with chdir(stage.folder):
        ran = run_familiar(shlex.split(line))
    return json.loads(ran.stdout) if ran.code == 0 else {}


def _date(path: Path, when: datetime) -> None:
    os.utime(path, (when.timestamp(), when.timestamp()))


# --- what is kept ---------------------------------------------------------------------------


def transcript(case: Case, stage: Stage) -> list[str]:
    """Run a case and tell it in lines: exit code, both streams, and the shape of JSON."""
    for one in case.given:
        one.lay_out(stage.folder, stage.now)
        for name, value in one.environment:
            if value:
                stage.monkeypatch.setenv(name, value)
            else:
                stage.monkeypatch.delenv(name, raising=False)
    told = [stage.run(line, case.stdin) for line in case.lines]
    if any(_SHORT_ID.search(ran.stdout + ran.stderr) for ran in told):
        stage.learn_ids()
    normaliser = Normaliser(stage.folder, stage.home, stage.ids)
    lines: list[str] = []
    for line, ran in zip(case.lines, told, strict=True):
        lines += [f"$ familiar {line}".rstrip(), *normaliser.told(ran)]
    return lines


_ID = r"[0-9a-f]{16}"
_SHORT_ID = re.compile(r"(?<![\w/])[0-9a-f]{8}(?:[0-9a-f]{8})?(?!\w)")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:\d\d|Z)")
_FRAME = re.compile(r"[╭╮╰╯│─┌┐└┘]+")
_PATTERNS = (
    # Durations.
    (re.compile(r"\b\d+(?:\.\d+)? ms\b"), "<n> ms"),
    (re.compile(r"((?:;|in) )\d+\.\d+ s\b"), r"\1<n> s"),
    # What a database or the journal takes on the disk.
    (re.compile(r" +\d+(?:\.\d+)? [kM]?B(  (?:history|journal|index))$", re.M), r" <size>\1"),
    (re.compile(r"(\.sqlite  \()\d+(?:\.\d+)? [kM]?B\)"), r"\1<size>)"),
    # What is thrown away afterwards.
    (re.compile(r"/\S*/(?:familiar-demo-\w+|familiar-memory(?:-\w+)?/index-\w+)"), "<temporary>"),
    # A folder that was imported is known by where it lies.
    (re.compile(r"(?<=folder:vault#)[0-9a-f]{16}"), "<where>"),
    (re.compile(r"(?<=^familiar )\d+\.\d+\.\d+$", re.M), "<version>"),
)
_WIDTH = 110
_MEASURED = {"history", "journal", "index"}
_RACY = {"touched", "unchanged"}


class Normaliser:
    """Replaces what differs from run to run; ids are numbered as they are first seen."""

    def __init__(self, folder: Path, home: Path, ids: Iterable[str]) -> None:
        self._folders = {str(folder): "<work>", str(home): "<home>"}
        self._ids = {one[:8] for one in ids}
        self._numbers: dict[str, int] = {}
        self._started = datetime.now(UTC)

    def told(self, ran: Ran) -> list[str]:
        """One command's exit code and output, indented below it."""
        lines = [f"exit {ran.code}"]
        values = _values(ran.stdout)
        if values is None:
            lines += _block("stdout", self.text(ran.stdout))
        else:
            for value in values:
                kept = self._value(value)
                lines += _block("stdout, JSON", "\n".join(_pretty(kept)) + "\n")
            lines += _block("its shape", "\n".join(_shape(values)) + "\n")
        return [*lines, *_block("stderr", self.text(ran.stderr))]

    def text(self, text: str) -> str:
        """A text without what varies."""
        for folder, name in self._folders.items():
            text = text.replace(folder, name)
        text = _SHORT_ID.sub(self._id, text)
        text = _INSTANT.sub(self._instant, text)
        for pattern, name in _PATTERNS:
            text = pattern.sub(name, text)
        if _FRAME.search(text):
            text = "\n".join(_unframed(line) for line in text.split("\n"))
        return text

    def _id(self, found: re.Match[str]) -> str:
        short = found[0][:8]
        if short not in self._ids:
            return found[0]
        number = self._numbers.setdefault(short, len(self._numbers) + 1)
        return f"<id {number}>" if len(found[0]) > 8 else f"<id {number}, short>"

    def _instant(self, found: re.Match[str]) -> str:
        moment = datetime.fromisoformat(found[0])
        return "<just now>" if abs(self._started - moment) < timedelta(hours=1) else found[0]

    def _value(self, value: object, path: tuple[str, ...] = ()) -> object:
        if isinstance(value, dict):
            return {self.text(key): self._value(one, (*path, key)) for key, one in value.items()}
        if isinstance(value, list):
            return [self._value(one, path) for one in value]
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, bool) or value is None:
            return value
        is_measured = path[-2:-1] == ("bytes",) and path[-1] in _MEASURED
        if is_measured or path[-2:] == ("sizes", "bytes"):
            return "<size>"
        if path[-2:-1] == ("timings_ms",) or path[-1:] == ("taken_ms",):
            return "<ms>"
        if path[-1:] and path[-1] in _RACY and len(path) == 1:
            # Which of both it is depends on how fast the machine is.
            return "<touched or unchanged>"
        return float(f"{value:.4g}") if isinstance(value, float) else value


def _values(stdout: str) -> list[object] | None:
    """What was printed as JSON, one value a line; None where it is no JSON."""
    lines = stdout.splitlines()
    if not lines or not all(line.startswith(("{", "[")) for line in lines):
        return None
    try:
        return [json.loads(line) for line in lines]
    except ValueError:
        return None


def _block(name: str, text: str) -> list[str]:
    if not text:
        return []
    body = text.replace("\x1b", "␛").replace("\r", "␍").split("\n")
    if body[-1]:
        body.append("(no line end)")
    else:
        body.pop()
    return [f"{name}:", *(f"| {line}" if line else "|" for line in body)]


def _unframed(line: str) -> str:
    """A line of a help panel without its frame: how it is drawn is the affair of a library."""
    return re.sub(r" {2,}", "  ", _FRAME.sub(" ", line)).rstrip()


def _pretty(value: object, before: str = "", after: str = "", indent: str = "") -> list[str]:
    """A value as JSON, on one line where it fits there."""
    short = f"{indent}{before}{json.dumps(value, ensure_ascii=False)}{after}"
    if len(short) <= _WIDTH or not value or not isinstance(value, dict | list):
        return [short]
    keyed = (
        [(f"{json.dumps(key, ensure_ascii=False)}: ", one) for key, one in value.items()]
        if isinstance(value, dict)
        else [("", one) for one in value]
    )
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines = [f"{indent}{before}{opening}"]
    for number, (key, one) in enumerate(keyed, start=1):
        lines += _pretty(one, key, "," if number < len(keyed) else "", f"{indent} ")
    return [*lines, f"{indent}{closing}{after}"]


def _shape(values: Sequence[object]) -> list[str]:
    """Every key with the types that it holds, in order of appearance."""
    found: dict[str, dict[str, None]] = {}
    for value in values:
        _collect(value, "", found)
    return [f"{path or '.'}: {' | '.join(types)}" for path, types in found.items()]


def _collect(value: object, path: str, found: dict[str, dict[str, None]]) -> None:
    names = {dict: "object", list: "list", str: "str", bool: "bool", int: "int", float: "float"}
    found.setdefault(path, {})[names.get(type(value), "null")] = None
    if isinstance(value, dict):
        for key, one in value.items():
            _collect(one, f"{path}.{key}" if path else key, found)
    elif isinstance(value, list):
        for one in value:
            _collect(one, f"{path}[]", found)
