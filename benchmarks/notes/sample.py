"""A seeded sample of the lines of notes, to be judged by a person: useful, so-so or junk.

python -m benchmarks.notes.sample VAULT ... [--lines 100] [--seed 13] [--in sessions topics]

Useful is what somebody would want to read months later: a statement, a plan, a decision, an event,
a feeling with its cause, a fact. So-so is true but thin, or half clear by itself. Junk are
greetings, thanks, cheers, small talk, a question alone, and a reply that means nothing without
the line before it.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Line", "lines_of", "sample"]

_ITEM = re.compile(r"[-*+] +(?P<text>\S.*)")
_COUNT = re.compile(r"\d+ more(?: since |, in )|First came up\b")
"""How many more mentions there are, and where the first one was, is nothing to be judged."""
_HIDDEN = re.compile(r"(?:^|/)\.")
_FRONTMATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """An item of a list: its vault and note, and its number in the file, from 1."""

    vault: str
    path: str
    number: int
    text: str


def lines_of(vault: Path, folders: Iterable[str]) -> Iterator[Line]:
    """Every list item of the notes in these folders, in order; frontmatter is passed over."""
    root = _root(vault)
    for folder in folders:
        for file in sorted((root / folder).rglob("*.md")):
            path = file.relative_to(root).as_posix()
            if _HIDDEN.search(path):
                continue
            text = file.read_text(encoding="utf-8")
            front = _FRONTMATTER.match(text)
            skipped = front[0].count("\n") if front else 0
            for number, line in enumerate(text.splitlines(), start=1):
                item = _ITEM.fullmatch(line)
                if item is not None and number > skipped and not _COUNT.match(item["text"]):
                    yield Line(vault.name, path, number, item["text"])


def sample(
    vaults: Sequence[Path], folders: Sequence[str], lines: int, seed: int
) -> tuple[Line, ...]:
    """So many lines, from each vault as many as from the others where it has them."""
    chosen: list[Line] = []
    left = len(vaults)
    for vault in sorted(vaults, key=lambda one: sum(1 for _ in lines_of(one, folders))):
        found = list(lines_of(vault, folders))
        share = min(len(found), (lines - len(chosen)) // left)
        chosen += random.Random(f"{seed} {vault.name}").sample(found, share)
        left -= 1
    return tuple(sorted(chosen))


def _root(vault: Path) -> Path:
    """The folder that holds the notes: the vault itself, or the one tree of a home."""
    trees = sorted(vault.rglob("sessions"))
    return trees[0].parent if trees else vault


def main() -> None:
    """Print the sample, numbered, with where each line stands."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.notes.sample")
    parser.add_argument("vaults", type=Path, nargs="+", help="folders of notes")
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument(
        "--in", dest="folders", nargs="+", default=["sessions", "topics"], metavar="FOLDER"
    )
    arguments = parser.parse_args()
    chosen = sample(arguments.vaults, arguments.folders, arguments.lines, arguments.seed)
    for number, line in enumerate(chosen, start=1):
        print(f"{number:>3}  {line.vault}/{line.path}:{line.number}  {line.text}")


if __name__ == "__main__":
    main()
