r"""From a regular expression of JavaScript to one that can be stopped; nothing is run here.

What differs, and becomes what it means at home: `\d`, `\w` and `\b` know ASCII only; `\s`
knows the spaces of JavaScript; `.` stops at its four line ends; `^` and `$` are the very ends,
or with `m` those of lines; `[]` and `[^]`; `(?<name>)` and `\k<name>`; a group that took no
part is an empty backreference; `\/`, `\uXXXX`, `\u{X}`, `\cX`; a letter that needed no
backslash; a brace that counts nothing. Whatever else `regex` knows is not reachable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

import regex

from familiar_memory.errors import PatternError

__all__ = ["JsPattern", "delimited", "translate"]

_MAX_UNROLLED: Final = 5_000
_MAX_DEPTH: Final = 50
_MAX_COUNT: Final = 1_000
_SHORTEST_NEED: Final = 2
_ACCEPTED: Final = "a regular expression of JavaScript, such as /drag[oö]ns?/i"

_DELIMITED = re.compile(r"/(.+?)/([gimsuy]*)", re.DOTALL)
_UNESCAPED_SLASH = re.compile(r"(?:^|[^\\])/")
_COUNT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_GROUP = re.compile(r"\?(?:(:)|([=!])|(<[=!])|<([A-Za-z_$][\w$]*)>)")
_HEX = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}")
_LOW_HALF = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"[pP]\{[A-Za-z_=0-9]{1,60}\}")

_WORD = "A-Za-z0-9_"
_SPACE = r"\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_LINE_END = r"\n\r\u2028\u2029"
_CLASS_SETS = frozenset("dDwWsSpP")
_SETS = {"d": "0-9", "w": _WORD, "s": _SPACE}
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_BORDERS = {
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
}


@dataclass(frozen=True, slots=True)
class JsPattern:
    """A pattern for `regex` that means what the given one means.

    Every match holds one of `needs` (lower-cased when `ignores_case`); None = nothing can
    be told. `is_sticky` = it matches at the very beginning only.
    """

    source: str
    flags: int
    needs: tuple[str, ...] | None
    ignores_case: bool
    is_sticky: bool


class _Part(NamedTuple):
    """A translated stretch, how big it is when its repeats are unrolled, what it needs."""

    text: str
    size: int
    needs: tuple[str, ...] | None
    literal: str = ""
    goes_on: bool = True


def delimited(key: str) -> tuple[str, str] | None:
    """Pattern and flags of a key written `/pattern/flags`; None when it is plain text."""
    match = _DELIMITED.fullmatch(key)
    if match is None or _UNESCAPED_SLASH.search(match[1]):
        return None
    return match[1], match[2]


def translate(pattern: str, flags: str = "", *, max_chars: int = 1_000) -> JsPattern:
    """Check and translate.

    Raises:
        PatternError: JavaScript would refuse it, or it is too long, deep or repetitive.
    """
    if len(pattern) > max_chars:
        raise _refused(f"it has {len(pattern)} characters, and {max_chars} is the most")
    if len(set(flags)) != len(flags):
        raise _refused(f"a flag is given twice: {flags}")
    reader = _Reader(pattern, flags, knows_ascii_only=True)
    part = reader.whole()
    if reader.is_beyond_ascii:
        reader = _Reader(pattern, flags, knows_ascii_only=False)
        part = reader.whole()
    ignores_case = "i" in flags
    needs = part.needs
    if needs is not None and min(map(len, needs)) < _SHORTEST_NEED:
        needs = None
    if needs is not None and ignores_case:
        needs = tuple(one.lower() for one in needs)
    return JsPattern(
        part.text,
        regex.VERSION0
        | (regex.IGNORECASE if ignores_case else 0)
        | (0 if reader.is_beyond_ascii else regex.ASCII),
        needs,
        ignores_case,
        "y" in flags,
    )


def _refused(why: str) -> PatternError:
    return PatternError(why, _ACCEPTED)


class _Reader:
    """Reads a pattern by its grammar, from left to right."""

    def __init__(self, pattern: str, flags: str, *, knows_ascii_only: bool) -> None:
        """With the flag ASCII `regex` has the sets and borders of JavaScript, and is quick.

        But it would not ignore the case of other letters then: `is_beyond_ascii` says that
        there are some.
        """
        self._text = pattern
        self._at = 0
        self._depth = 0
        self._ignores_case = "i" in flags
        self._by_line = "m" in flags
        self._dot_is_all = "s" in flags
        self._unicode = "u" in flags
        self._is_quick = knows_ascii_only
        self.is_beyond_ascii = False
        self._names: list[str] = []
        self._groups = _count_groups(pattern)
        self._has_names = "(?<" in re.sub(r"\(\?<[=!]", "", pattern)

    def whole(self) -> _Part:
        """The whole pattern."""
        part = self._alternatives()
        if self._at < len(self._text):
            raise _refused("a parenthesis is closed that was not opened")
        return part

    def _alternatives(self) -> _Part:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _refused(f"its groups are more than {_MAX_DEPTH} deep")
        branches = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            branches.append(self._sequence())
        self._depth -= 1
        needs: tuple[str, ...] | None = ()
        for branch in branches:
            needs = None if needs is None or branch.needs is None else needs + branch.needs
        size = sum(branch.size for branch in branches)
        return _Part("|".join(branch.text for branch in branches), size, needs or None)

    def _sequence(self) -> _Part:
        texts: list[str] = []
        needs: list[tuple[str, ...]] = []
        size, run = 0, ""
        while self._at < len(self._text) and self._peek() not in "|)":
            part, least = self._repeated()
            texts.append(part.text)
            size += part.size
            if size > _MAX_UNROLLED:
                raise _refused("it repeats too much")
            if part.literal and least:
                run += part.literal
            if not (part.literal and least) or not part.goes_on:
                needs.append((run,))
                run = ""
            if least and part.needs is not None:
                needs.append(part.needs)
        needs.append((run,))
        best = max(needs, key=lambda one: min(map(len, one)))
        return _Part("".join(texts), size, best if min(map(len, best)) else None)

    def _repeated(self) -> tuple[_Part, int]:
        """A term with its quantifier, and how often it is there at least."""
        atom = self._term()
        match = _COUNT.match(self._text, self._at)
        sign = self._peek()
        if match is not None:
            least = int(match[1][:9])
            most = int(match[3][:9] or 0) if match[2] and match[3] else least
            if most < least or max(least, most) > _MAX_COUNT:
                raise _refused(f"the repeat {match[0]} is out of order, or over {_MAX_COUNT}")
            self._at = match.end()
            written, times = match[0], max(least, most, 1)
        elif sign and sign in "*+?":
            self._at += 1
            least, written, times = int(sign == "+"), sign, 1
        else:
            return atom, 1
        if not atom.text:
            raise _refused("there is nothing to repeat")
        if self._peek() == "?":
            self._at += 1
            written += "?"
        if (self._peek() or " ") in "*+?" or _COUNT.match(self._text, self._at):
            raise _refused("a repeat is repeated")
        # After a repeat that is there at least once a run of letters ends with it.
        part = _Part(f"{atom.text}{written}", atom.size * times, atom.needs, atom.literal, False)
        return part, min(least, 1)

    def _term(self) -> _Part:
        char = self._text[self._at]
        self._at += 1
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escape()
        if char == "^":
            return _plain(f"(?:\\A|(?<=[{_LINE_END}]))" if self._by_line else r"\A")
        if char == "$":
            return _plain(f"(?=[{_LINE_END}]|\\Z)" if self._by_line else r"\Z")
        if char == ".":
            return _plain("(?s:.)" if self._dot_is_all else f"[^{_LINE_END}]")
        if char in "*+?":
            raise _refused("there is nothing to repeat")
        if char == "{" and _COUNT.match(self._text, self._at - 1):
            raise _refused("there is nothing to repeat")
        return self._letter(char)

    def _group(self) -> _Part:
        match = _GROUP.match(self._text, self._at)
        opening, is_look = "(", False
        if match is not None:
            self._at = match.end()
            if match[4]:
                if match[4] in self._names:
                    raise _refused(f"two groups are called {match[4]}")
                self._names.append(match[4])
                opening = f"(?P<{_group_name(match[4])}>"
            else:
                opening, is_look = f"({match[0]}", not match[1]
        elif self._peek() == "?":
            raise _refused("it has a kind of group that JavaScript does not know")
        inside = self._alternatives()
        if self._peek() != ")":
            raise _refused("a parenthesis is not closed")
        self._at += 1
        needs = None if is_look else inside.needs
        return _Part(f"{opening}{inside.text})", inside.size + 1, needs)

    def _class(self) -> _Part:
        negated = self._peek() == "^"
        self._at += negated
        items: list[str] = []
        after_set = False
        while (char := self._peek()) != "]":
            if not char:
                raise _refused("a bracket is not closed")
            self._at += 1
            if char == "\\":
                after_set = self._text[self._at : self._at + 1] in _CLASS_SETS
                items.append(self._class_escape())
                continue
            # A hyphen beside a set makes no range: it stands for itself.
            is_range = char == "-" and not after_set and not self._set_follows()
            items.append("-" if is_range else self._letter_text(char))
            after_set = False
        self._at += 1
        if not items:
            return _plain("(?s:.)" if negated else "(?!)")
        return _Part(f"[{'^' if negated else ''}{''.join(items)}]", 1 + len(items) // 16, None)

    def _class_escape(self) -> str:
        char = self._next_escaped()
        if char in _SETS:
            return _SETS[char]
        if char in _COMPLEMENTS:
            return _COMPLEMENTS[char]
        if char == "b":
            return r"\x08"
        if (found := self._property(char)) is not None:
            return found
        return self._letter_text(self._char(char))

    def _set_follows(self) -> bool:
        return self._peek() == "\\" and self._text[self._at + 1 : self._at + 2] in _CLASS_SETS

    def _escape(self) -> _Part:
        char = self._next_escaped()
        if char in "bB":
            return _plain(f"\\{char}" if self._is_quick else _BORDERS[char])
        if char in _SETS:
            return _plain(f"[{_SETS[char]}]")
        if char.lower() in _SETS:
            return _plain(f"[^{_SETS[char.lower()]}]")
        if (found := self._property(char)) is not None:
            return _plain(found)
        if char == "k" and self._has_names:
            return self._named_reference()
        if char.isdecimal() and char.isascii() and char != "0":
            return self._numbered(char)
        return self._letter(self._char(char))

    def _named_reference(self) -> _Part:
        match = re.compile(r"<([^>]+)>").match(self._text, self._at)
        if match is None or match[1] not in self._names:
            raise _refused("it refers to a group that is not there")
        self._at = match.end()
        name = _group_name(match[1])
        return _plain(f"(?({name})(?P={name}))")

    def _numbered(self, first: str) -> _Part:
        digits = re.compile(r"\d*").match(self._text, self._at)
        number = first + (digits[0] if digits else "")
        if len(number) < 4 and int(number) <= self._groups:
            self._at += len(number) - 1
            return _plain(f"(?({number})\\{number}(?:))")
        if self._unicode:
            raise _refused(f"there is no group {number}")
        return self._letter(first)

    def _property(self, char: str) -> str | None:
        if char not in "pP" or not self._unicode:
            return None
        match = _PROPERTY.match(self._text, self._at - 1)
        if match is None:
            raise _refused(r"\p wants a property in braces")
        self._at = match.end()
        self.is_beyond_ascii = True
        return f"\\{match[0]}"

    def _char(self, char: str) -> str:
        """The character that an escape stands for; the reader is behind its first letter."""
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char == "0":
            return "\0"
        if char == "c" and (letter := self._peek()).isalpha() and letter.isascii():
            self._at += 1
            return chr(ord(letter) % 32)
        match = _HEX.match(self._text, self._at - 1)
        if match is None or (match[3] and not self._unicode):
            if self._unicode and char.isalnum():
                raise _refused(f"\\{char} means nothing")
            return char
        self._at = match.end()
        code = int(match[1] or match[2] or match[3], 16)
        if code > 0x10FFFF:
            raise _refused(f"there is no character {code:X}")
        low = _LOW_HALF.match(self._text, self._at) if 0xD800 <= code < 0xDC00 else None
        if low is not None:
            self._at = low.end()
            code = 0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00
        return chr(code)

    def _letter(self, char: str) -> _Part:
        # A control character may stand between two messages, where no word reaches over.
        told = char >= " " and (char.isascii() or not self._ignores_case)
        return _Part(self._letter_text(char), 1, None, char if told else "")

    def _letter_text(self, char: str) -> str:
        self.is_beyond_ascii |= self._ignores_case and not char.isascii()
        return _escaped(char)

    def _next_escaped(self) -> str:
        if self._at >= len(self._text):
            raise _refused("it ends in a backslash")
        self._at += 1
        return self._text[self._at - 1]

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]


_COMPLEMENTS = {
    "W": r"\x00-/:-@\[-\^`\{-\U0010ffff",
    "S": r"\x00-\x08\x0e-\x1f!-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff",
    "D": r"\x00-/:-\U0010ffff",
}
"""What is not in a set, as ranges: sets cannot be negated inside a class."""


def _plain(text: str) -> _Part:
    return _Part(text, 1, None)


def _escaped(char: str) -> str:
    if char.isalnum() or char in " _":
        return char
    return f"\\U{ord(char):08x}" if ord(char) > 0x7F else f"\\x{ord(char):02x}"


def _group_name(name: str) -> str:
    """A name that Python knows too: JavaScript allows a dollar."""
    return "n_" + name.replace("$", "_d_")


def _count_groups(pattern: str) -> int:
    bare = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "", pattern, flags=re.DOTALL)
    return len(re.findall(r"\((?!\?)|\(\?<(?![=!])", bare))
