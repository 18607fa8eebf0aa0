"""How much of the notes is machinery: tails, block ids and the entries that explain labels.

python -m benchmarks.notes.tails [FOLDER]

`FOLDER` holds notes (`memory/` of a familiar); without one, those that the demo writes. The refs
of the demo are short; so the notes are counted again with ids of 19 digits, as Discord's are.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks.report import Limit, Table, show
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.legend import PlaceLegend, legend_entry, legend_of
from familiar_memory.markdown.record.short_ref import short_ref
from familiar_memory.markdown.tree import Block, parse_note

__all__ = ["run"]

_MOST = Limit(18, "%")
_BLOCK_ID = re.compile(r"(?<=#)\^[A-Za-z0-9-]+(?=[|\]])")
_LAST_ID = re.compile(r"[ \t]+\^[A-Za-z0-9-]+\Z")
_KINDS = ("people", "topics", "sessions")


def run(folder: Path | None = None) -> list[Table]:
    """Count the notes of a folder, by kind and together."""
    if folder is not None:
        return [_table(_notes(folder))]
    with tempfile.TemporaryDirectory() as scratch:
        kept = Path(scratch) / "kept"
        command = [sys.executable, "-m", "familiar_memory", "demo", "--keep", str(kept)]
        subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
        return [_table(_notes(kept))]


def _notes(folder: Path) -> dict[str, str]:
    """Every note below a folder, by its path in the tree."""
    notes = {}
    for path in sorted(folder.rglob("*.md")):
        below = path.relative_to(folder).as_posix()
        notes[below.partition("memory/")[2] or below] = path.read_text("utf-8")
    return notes


def _table(notes: Mapping[str, str]) -> Table:
    long = {path: _with_long_refs(path, text) for path, text in notes.items()}
    rows = [
        (name, str(len(_of(notes, of))), *(_percent(each, of) for each in (notes, long)))
        for name, of in (*((kind, _in(kind)) for kind in _KINDS), ("all", _any))
    ]
    return Table(
        f"Share of tails in the characters of notes (at most {_MOST.most:g} %)",
        ("", "notes", "refs of the talk", "refs of 19 digits"),
        tuple(rows),
    )


def _in(kind: str) -> Callable[[str], bool]:
    return lambda path: path.startswith(f"{kind}/")


def _any(path: str) -> bool:
    return bool(path)


def _of(notes: Mapping[str, str], of: Callable[[str], bool]) -> list[tuple[str, str]]:
    return [(path, text) for path, text in notes.items() if of(path)]


def _percent(notes: Mapping[str, str], of: Callable[[str], bool]) -> str:
    chosen = _of(notes, of)
    total = sum(len(text) for _, text in chosen)
    tails = sum(end - start for path, text in chosen for start, end in _spans(path, text))
    return f"{100 * tails / total:.1f} %" if total else "-"


def _spans(path: str, text: str) -> Iterator[tuple[int, int]]:
    """Where tails, block ids and entries of `places` stand."""
    note = parse_note(text, path=path)
    legend = legend_of(note.frontmatter.data)
    for label, place in legend.places.items():
        at = text.find(legend_entry(label, place))
        line = text.rfind("\n", 0, at) + 1
        yield line, text.find("\n", at) + 1
    for block in note.blocks:
        if block.kind == "paragraph" and (found := _LAST_ID.search(block.text)):
            yield block.char_end - len(found[0]), block.char_end
        if block.kind == "item":
            yield from _of_item(text, block, legend)


def _of_item(text: str, block: Block, legend: PlaceLegend) -> Iterator[tuple[int, int]]:
    body = dissect(block.text.replace("\n", " "), legend.strictly()).body
    start = text.find(body, block.char_start, block.char_end) + len(body)
    if start < len(body):
        return
    yield start, block.char_end
    for match in _BLOCK_ID.finditer(text, block.char_start, start):
        yield match.span()


def _with_long_refs(path: str, text: str) -> str:
    """The note as it would be where every turn has an id of 19 digits."""
    note = parse_note(text, path=path)
    refs = {ref for block in note.blocks if block.record for ref in block.record.fields.refs}
    if not refs:
        return text
    spelt = "|".join(map(re.escape, sorted(refs, key=len, reverse=True)))
    pattern = re.compile(rf"(?<=[\^ :])(?:{spelt})(?=[,)|\]\s]|\Z)")
    parts, at = [], 0
    for start, end in sorted(_spans(path, text)):
        parts += [
            text[at:start],
            pattern.sub(lambda match: short_ref(_long(match[0])), text[start:end]),
        ]
        at = end
    return "".join([*parts, text[at:]])


def _long(ref: str) -> str:
    return str(10**18 + int(hashlib.sha256(ref.encode()).hexdigest(), 16) % (9 * 10**18))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    show(run(parser.parse_args().folder))


if __name__ == "__main__":
    main()
