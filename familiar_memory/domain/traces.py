"""What tells that a line, a name or a byte is of something that is to be forgotten.

An erasure names turns, people and notes. What others wrote tells of them too: a tail cites the
turn, a link leads to the note, a lead counts the messages. By these signs all of it is found,
in the notes as they stand and in all their versions, whatever they were called then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, AnyStr

__all__ = ["NO_TRACES", "SOMEONE", "IdPattern", "Traces", "is_telling_id"]

SOMEONE = "someone"
"""What stands in the place of an id, or of a link to a note that goes, in what others wrote."""

_HEX = "|".join(f"{signs}{{{n}}}" for n in (64, 40, 32, 16) for signs in ("[0-9a-f]", "[0-9A-F]"))
_WHOLE_HEX = rf"(?<![0-9A-Za-z_-])(?:{_HEX})(?![0-9A-Za-z_-])"
"""As hashes, commits, and ids of our journal are written."""
_DIGEST, _DIGEST_BYTES = re.compile(_WHOLE_HEX), re.compile(_WHOLE_HEX.encode())
_AROUND = 66
"""Further than the longest digest reaches."""
_DIGITS_OF_AN_ID = 4
_CHARS_OF_AN_ID = 6


@dataclass(frozen=True, slots=True)
class Traces:
    """The signs of what goes; all are compared exactly unless said otherwise.

    `ids` are words that mean it and nothing else: ids of platforms, slugs of people and places.
    `people` are slugs: what they said, and what is said of them as a subject. `links` are names,
    casefolded, by which wiki links lead to notes that go. `refs` are turns' refs that mean these
    turns wherever they stand. `leads` are (stem of a session note, place slug) whose leads tell of
    them. `words`, casefolded, are names of subjects: whoever names one goes. `spans` are (first
    day, last day, place slug or "" for all) of which dated lines go. `records` are texts of
    records, without their tails. `short` are texts that many might say: beside a link to whom they
    are of they are theirs. `proposals` are ids of proposals that would change lines that go. `said`
    are texts that nobody else says, for the proof alone. `names` are (slug of a person, name,
    place slug): where a line goes that lists a name by a place, those who bear it in one that
    stays keep it for there. `called`, casefolded, are names that nobody else bears: whatever the
    familiar has made itself of everybody's words goes where it says one.
    """

    ids: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    refs: frozenset[str] = frozenset()
    leads: frozenset[tuple[str, str]] = frozenset()
    words: frozenset[str] = frozenset()
    spans: frozenset[tuple[str, str, str]] = frozenset()
    proposals: frozenset[str] = frozenset()
    short: frozenset[str] = field(default=frozenset(), repr=False)
    records: frozenset[str] = field(default=frozenset(), repr=False)
    said: frozenset[str] = field(default=frozenset(), repr=False)
    names: frozenset[tuple[str, str, str]] = field(default=frozenset(), repr=False)
    called: frozenset[str] = field(default=frozenset(), repr=False)

    def are_of_day(self, day: str, place: str) -> bool:
        """Whether what has that date (ISO 8601) goes, of a place; "" for what is of none."""
        return any(
            first <= day <= last and where in ("", place) for first, last, where in self.spans
        )

    def joined_to(self, other: Traces) -> Traces:
        """The signs of both."""
        return Traces(**{name: getattr(self, name) | getattr(other, name) for name in _NAMES})

    def to_json(self) -> dict[str, Any]:
        """As JSON has it: lists."""
        return {name: sorted(getattr(self, name)) for name in _NAMES}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Traces:
        """Read what `to_json` made.

        Raises:
            ValueError, TypeError: it is something else.
        """
        found: dict[str, Any] = {}
        values = dict(values)
        if "days" in values:
            # An older version has written each day by itself.
            values["spans"] = [[day, day, place] for day, place in values.pop("days")]
        for name, items in values.items():
            if name not in _NAMES or not isinstance(items, list):
                raise ValueError(name)
            found[name] = frozenset(tuple(one) if isinstance(one, list) else one for one in items)
        return cls(**found)


_NAMES = tuple(one.name for one in fields(Traces))
NO_TRACES = Traces()


def is_telling_id(text: str) -> bool:
    """Whether an id means one person wherever it stands: `28461935017784`, not `7` or `rowan`."""
    digits = sum(sign.isdigit() for sign in text)
    return len(text) >= _CHARS_OF_AN_ID and digits >= _DIGITS_OF_AN_ID


class IdPattern:
    """Finds ids as whole words: `discord-42` is neither in `discord-421` nor in `discord-42-b`."""

    def __init__(self, ids: Iterable[str]) -> None:
        """Of digits a whole number is meant; letters may stand around it, as databases pack it.

        But not where these make a digest: of some thousand random ones a few hold any short id.
        """
        longest_first = sorted({one for one in ids if one}, key=lambda one: (-len(one), one))
        self.reach = max((len(one.encode()) for one in longest_first), default=0) + 2
        pattern = "|".join(map(_whole, longest_first))
        self._text = re.compile(pattern) if pattern else None
        # To look for the word first, and at what is around it then, is twenty times as quick.
        self._words = tuple(
            (one.encode(), re.compile(_whole(one).encode())) for one in longest_first
        )

    def __bool__(self) -> bool:
        return self._text is not None

    def is_in(self, data: bytes) -> bool:
        """Whether one of them stands in these bytes."""
        return any(
            word in data
            and any(not _is_in_digest(found, _DIGEST_BYTES) for found in whole.finditer(data))
            for word, whole in self._words
        )

    def found_in(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        found = () if self._text is None else self._text.finditer(text)
        return any(not _is_in_digest(one, _DIGEST) for one in found)

    def replaced(self, text: str) -> str:
        """The text with `SOMEONE` in the place of each, and of what a platform puts around it."""
        if self._text is None or not self.found_in(text):
            return text
        mention = rf"<(?:@[!&]?|#)(?:{self._text.pattern})>|@?(?:{self._text.pattern})"
        return re.sub(mention, _someone, text)


def _someone(found: re.Match[str]) -> str:
    return found[0] if _is_in_digest(found, _DIGEST) else SOMEONE


def _is_in_digest(found: re.Match[AnyStr], digest: re.Pattern[AnyStr]) -> bool:
    """Whether it is a part of a digest, a word of its own with letters in it, and so chance."""
    start = max(found.start() - _AROUND, 0)
    around = found.string[start : found.end() + _AROUND]
    low, high = found.start() - start, found.end() - start
    return any(
        one.start() <= low and high <= one.end() and not one[0].isdigit()
        for one in digest.finditer(around)
    )


def _whole(one: str) -> str:
    if one.isdigit():
        return rf"(?<![0-9]){re.escape(one)}(?![0-9])"
    return rf"(?<![0-9A-Za-z_])(?<![0-9A-Za-z]-){re.escape(one)}(?![0-9A-Za-z_]|-[0-9A-Za-z-])"
