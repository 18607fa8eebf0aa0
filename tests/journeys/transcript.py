"""Transcripts of shell sessions: how they are read, run and compared.

A journey is a Markdown file. Its fenced blocks do the work:

    ```file chat.jsonl      a file to be there, with this text
    ```bytes note.md        a file of bytes, given in hexadecimal
    ```json title="a.json"  the same, for pages that people read: any language, coloured as such
    ```console              commands (`$ familiar …`, `$ rm PATH`), each with its output

The output is stdout and stderr together; `[2]` on a line of its own is an exit code other
than 0. `$(familiar …)` within a command is what that prints. `…` stands for any text within a
line; alone on a line, for any lines.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Block", "Command", "Ran", "blocks_of", "matches", "play", "run_familiar"]

_FENCE = re.compile(
    r"^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"\n]+)\"| (?P<name>\S+))?\n(?P<body>.*?)^```$",
    re.S | re.M,
)
_INNER = re.compile(r"\$\((familiar [^)]*)\)")
_WORKING = ("file", "bytes", "console")
ANY = "…"


@dataclass(frozen=True)
class Block:
    """One fenced block and where its body stands in the document."""

    kind: str
    name: str
    body: str
    start: int
    end: int


@dataclass
class Command:
    """One command line with the output that is expected."""

    line: str
    expected: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    stdout: str
    stderr: str
    output: str
    code: int


class _Tee(io.TextIOWrapper):
    """A stream like a pipe, which also writes into the common transcript."""

    def __init__(self, both: io.StringIO) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)
        self._both = both

    def write(self, text: str) -> int:
        self._both.write(text)
        return super().write(text)

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8")


def run_familiar(args: list[str], stdin: bytes = b"") -> Ran:
    """Run the real command in this process, as in a pipe."""
    from familiar_memory.interfaces.cli.main import app

    both = io.StringIO()
    out, err = _Tee(both), _Tee(both)
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                app(args, prog_name="familiar")
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
    finally:
        sys.stdin = given
    return Ran(out.text(), err.text(), both.getvalue(), code)


def blocks_of(text: str) -> Iterator[Block]:
    """The working blocks of a journey, in order; any other block of code is for reading."""
    for match in _FENCE.finditer(text):
        if match["title"] is None and match["kind"] not in _WORKING:
            continue
        yield Block(
            match["kind"],
            match["title"] or match["name"] or "",
            match["body"],
            match.start("body"),
            match.end("body"),
        )


def commands_of(body: str) -> list[Command]:
    """The commands of a console block with their expected outputs."""
    found: list[Command] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:]))
        elif found:
            found[-1].expected.append(line)
    return found


def play(text: str, check: Callable[[Command, list[str]], None]) -> str:
    """Do all that a journey says in the present folder.

    `check` is given each command and what it printed; the result is the journey with the
    outputs as they are now, the expected ones kept where they still match.
    """
    written, position = [], 0
    for block in blocks_of(text):
        written.append(text[position : block.start])
        written.append(_do(block, check))
        position = block.end
    return "".join(written) + text[position:]


def _do(block: Block, check: Callable[[Command, list[str]], None]) -> str:
    if block.kind == "console":
        lines = []
        for command in commands_of(block.body):
            printed = _run(command.line)
            check(command, printed)
            lines += [f"$ {command.line}", *_kept(command.expected, printed)]
        return "".join(f"{line}\n" for line in lines)
    path = Path(block.name)
    assert not path.is_absolute() and ".." not in path.parts, f"{path} is outside of the journey"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = bytes.fromhex(block.body) if block.kind == "bytes" else block.body.encode("utf-8")
    path.write_bytes(data)
    return block.body


def _kept(expected: list[str], printed: list[str]) -> list[str]:
    """What was expected where it still fits, and otherwise what was printed."""
    if matches(expected, printed):
        return expected
    loose = [line for line in expected if ANY in line and line.strip() != ANY]
    return [next((fit for fit in loose if matches([fit], [line])), line) for line in printed]


def _run(line: str) -> list[str]:
    line = _INNER.sub(lambda inner: run_familiar(shlex.split(inner[1])[1:]).stdout.strip(), line)
    words = shlex.split(line)
    if words[0] == "rm":
        Path(words[1]).unlink()
        return []
    if words[0] == "mv":
        Path(words[1]).rename(words[2])
        return []
    assert words[0] == "familiar", f"a journey cannot run {words[0]!r}"
    stdin = b""
    if "<" in words:
        at = words.index("<")
        stdin = Path(words[at + 1]).read_bytes()
        del words[at : at + 2]
    ran = run_familiar(words[1:], stdin)
    return [*ran.output.splitlines(), *([f"[{ran.code}]"] if ran.code else [])]


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the output fits, `…` standing for anything."""
    pattern = "".join(
        r"(?:.*\n)*?"
        if line.strip() == ANY
        else ".*".join(re.escape(part) for part in line.rstrip().split(ANY)) + "\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None
