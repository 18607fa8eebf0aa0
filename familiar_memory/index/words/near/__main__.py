"""Show the near words of a term, or make the table anew.

    python -m familiar_memory.index.words.near show coffee mother
    python -m familiar_memory.index.words.near make american-english

The dictionary is a list of words, one a line, names with a capital: Debian's package wamerican.
The words that are near any other are kept in words.txt beside the table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from familiar_memory.index.words.near.build import (
    StaticWords,
    nearest,
    to_table,
    vocabulary,
    write_table,
)
from familiar_memory.index.words.near.choosing import choose_words
from familiar_memory.index.words.near.table import TABLE, near_terms
from familiar_memory.index.words.tokens import term_hash, terms_of

WORDS = TABLE.with_name("words.txt")
"""The words of the table, one a line."""


def show_near_words(arguments: Iterable[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="near", description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("show", help="near words of words").add_argument("words", nargs="+")
    make = commands.add_parser("make", help="make the table from a dictionary")
    make.add_argument("dictionary", type=Path)
    asked = parser.parse_args(None if arguments is None else list(arguments))
    lines = _made(asked.dictionary) if asked.command == "make" else _shown(asked.words)
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _shown(words: Iterable[str]) -> Iterator[str]:
    known = {term_hash(t): t for t in terms_of(WORDS.read_text("utf-8").split())}
    for term in terms_of(words):
        near = (f"{known[name]} {share:.2f}" for name, share in near_terms(term))
        yield f"{term}: {', '.join(near) or 'nothing'}"


def _made(dictionary: Path) -> Iterator[str]:
    words = choose_words(vocabulary(), dictionary.read_text("utf-8").split())
    while True:
        said = StaticWords.of(words)
        near = nearest(said)
        kept = [word for word in said.words if next(terms_of((word,))) in near]
        if kept == words:
            break
        # A word that is near nothing is no part of a compound either: then words.txt alone
        # makes the same table again.
        words = kept
    write_table(to_table(near), TABLE)
    WORDS.write_text("\n".join(words) + "\n", "utf-8")
    yield f"{len(words)} words, {len(near)} terms, {sum(map(len, near.values()))} pairs"


if __name__ == "__main__":
    show_near_words()
