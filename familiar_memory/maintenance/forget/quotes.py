"""What others quote: a line of somebody's message, word for word, within what others wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["Quotable", "is_distinctive"]

_LEAST_CHARS, _LEAST_WORDS = 24, 4
"""Of a line that is distinctive: shorter ones are said by anybody."""
_LEAST_DENSE = 12
"""Characters, of a script that writes a word in one or two."""
_DENSE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_LEAST_MARKED = 8
"""Characters of a shorter line that is known where it is marked as a quotation."""
_ANCHOR = 12
"""Characters with which a line begins: by these it is looked up wherever a word begins."""
_CUT = 20
"""So much of a quoted line in a gist is the line, cut short."""
_STARTS = re.compile(r"(?<!\w)\w|[\u2e80-\u9fff\uac00-\ud7af]|[^\w\s]")


def is_distinctive(text: str) -> bool:
    """Whether a line is long enough to be known again: "yes" is said by everybody."""
    if len(_DENSE.findall(text)) >= _LEAST_DENSE // 2 and len(text) >= _LEAST_DENSE:
        return True
    return len(text) >= _LEAST_CHARS and len(text.split()) >= _LEAST_WORDS


class Quotable:
    """Lines of what somebody said, found within other texts.

    A distinctive one is found wherever it stands, a shorter one where it is marked as a quotation
    (`> ok then`) and nobody else has said it.
    """

    def __init__(self) -> None:
        self._by_anchor: dict[str, set[str]] = {}
        self._first: dict[str, int] = {}
        self._short: set[str] = set()

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._first)

    def add(self, text: str, turn: int) -> None:
        """Take in the lines of a message, and which turn it was (by id)."""
        # What stands there as a quotation are somebody else's words.
        for line in {one.strip() for one in text.splitlines() if not one.lstrip().startswith(">")}:
            if len(line) >= _LEAST_MARKED and not is_distinctive(line):
                self._short.add(line)
            elif is_distinctive(line):
                self._first[line] = min(turn, self._first.get(line, turn))
                self._by_anchor.setdefault(line[:_ANCHOR], set()).add(line)

    def remove(self, line: str) -> None:
        """Leave a line out: somebody else has said it first."""
        if self._first.pop(line, None) is not None:
            self._by_anchor[line[:_ANCHOR]].discard(line)

    def hear(self, text: str) -> None:
        """Leave out short lines that somebody else says as well."""
        if self._short:
            self._short.difference_update(line.strip() for line in text.splitlines())

    def marked_in(self, text: str) -> Iterator[str]:
        """Short lines that stand in a text as quotations, as they are marked there."""
        if not self._short or ">" not in text:
            return
        for line in text.splitlines():
            quoted = line.lstrip()
            if quoted.startswith(">") and quoted.lstrip("> ").rstrip() in self._short:
                yield quoted.rstrip()

    def said_first_in(self, line: str) -> int:
        """The id of the turn that said it first."""
        return self._first[line]

    def lines(self) -> frozenset[str]:
        """The distinctive ones."""
        return frozenset(self._first)

    def short_lines(self) -> frozenset[str]:
        """The others."""
        return frozenset(self._short)

    def found_in(self, text: str) -> Iterator[str]:
        """Those that stand in a text."""
        if not self._by_anchor or len(text) < _LEAST_DENSE:
            return
        told: set[str] = set()
        for match in _STARTS.finditer(text):
            at = match.start()
            for line in self._by_anchor.get(text[at : at + _ANCHOR], ()):
                if line not in told and text.startswith(line, at):
                    told.add(line)
                    yield line


def shares_with(text: str, line: str) -> bool:
    """Whether a good piece of a line stands in a text that was cut short."""
    most = max(len(line) - _CUT, 0)
    return any(line[at : at + _CUT] in text for at in range(most + 1))
