"""What a file that is no note loses: ids, mentions and links, in place; and lines of what was said.

JSON (a canvas of Obsidian, a card) stays JSON: only its strings are changed, and an id that stands
there as a number becomes a string.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from familiar_memory.domain.erasure import Erasure, holds_any, redacted
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.traces import SOMEONE
from familiar_memory.maintenance.belongings.links import LinksTo
from familiar_memory.markdown.source import lines_of

__all__ = ["OtherFiles", "ReadText"]

_BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_EACH_BYTE = "latin-1"
"""Of text in an old encoding nobody says which: read so, every byte stays what it is."""
_JSON_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*')


@dataclass(frozen=True, slots=True)
class ReadText:
    """The text of a file, and how it is written."""

    text: str
    codec: str

    @classmethod
    def of(cls, data: bytes) -> ReadText | None:
        """Read by its byte order mark, or as UTF-8; None for what is no text at all."""
        codec = next((codec for bom, codec in _BOMS if data.startswith(bom)), None)
        for one in (codec or _unmarked(data), _EACH_BYTE):
            try:
                text = data.decode(one)
            except UnicodeDecodeError:
                continue
            return cls(text, one) if one != _EACH_BYTE or "\0" not in text else None
        return None

    @property
    def is_unicode(self) -> bool:
        """Whether its letters are known, not only its bytes."""
        return self.codec != _EACH_BYTE

    @property
    def lines(self) -> list[str]:
        """The lines as a person reads them: the mark of the byte order is none of their signs."""
        return lines_of(self.text.removeprefix("\ufeff"))

    def written(self, text: str) -> bytes:
        """Another text in the same form."""
        return text.encode(self.codec)

    def without_lines(self, text: str, spelled: Sequence[bytes]) -> str:
        """The text without the lines that hold one of these `spellings`."""
        if not spelled:
            return text
        form, errors = ("utf-8", "surrogatepass") if self.is_unicode else (_EACH_BYTE, "strict")
        data = text.encode(form, errors)
        return redacted(data, spelled).decode(form, errors) if holds_any(data, spelled) else text


def _unmarked(data: bytes) -> str:
    """The codec of what bears no mark: letters of UTF-16 have every other byte empty."""
    even, odd = data[::2], data[1::2]
    if 0 not in even and odd.count(0) * 2 > len(odd):
        return "utf-16-le"
    if 0 not in odd and even.count(0) * 2 > len(even):
        return "utf-16-be"
    return "utf-8"


class OtherFiles:
    """Takes what an erasure names out of files that are no notes."""

    def __init__(self, what: Erasure, links: LinksTo) -> None:
        self._sought = Sought.of(what)
        self._links = links
        self._paths = what.paths

    def redacted(self, read: ReadText) -> str | None:
        """The text without it; None where no part can be taken."""
        if not self._may_lose(read):
            return read.text
        if not _is_json(read.text):
            return self._taken(read, read.text)
        rest = _JSON_VALUE.sub(partial(self._value, read), read.text)
        return None if self._is_held(read, rest) else rest

    def is_in_bytes(self, data: bytes) -> bool:
        """Whether it stands in what is no text, such as a picture, be it in letters of UTF-16."""
        packed = data.replace(b"\0", b"")
        return self._sought.holds(data) or self._sought.ids.is_in(packed)

    def _may_lose(self, read: ReadText) -> bool:
        text = read.text
        return (
            self._is_held(read, text)
            or self._links.may_be_in(text)
            or any(path in text for path in self._paths)
        )

    def _is_held(self, read: ReadText, text: str) -> bool:
        spelled = self._sought.spelled
        return self._sought.ids.found_in(text) or read.without_lines(text, spelled) != text

    def _taken(self, read: ReadText, text: str) -> str:
        text = read.without_lines(text, self._sought.spelled)
        return self._sought.ids.replaced(self._links.replaced(text))

    def _value(self, read: ReadText, match: re.Match[str]) -> str:
        written = match[0]
        if not written.startswith('"'):
            return json.dumps(SOMEONE) if self._sought.ids.found_in(written) else written
        value = json.loads(written, strict=False)
        new = SOMEONE if self._links.is_path(value) else self._taken(read, value)
        if new == value:
            return written
        return json.dumps(new, ensure_ascii=written.isascii() or not _is_whole(new))


def _is_json(text: str) -> bool:
    """Whether a text is JSON, as one value or as one on each line."""
    text = text.removeprefix("\ufeff")
    if not text.lstrip().startswith(("{", "[", '"')):
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    return _parses(text) or all(map(_parses, lines))


def _parses(text: str) -> bool:
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _is_whole(text: str) -> bool:
    """Whether it holds no lone surrogate, which only an escape can write."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
