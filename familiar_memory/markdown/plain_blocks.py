"""Block tokens of notes that are plain: headings, prose, and flat lists of bullets.

Most notes that a familiar keeps are nothing else, and their lines can be told apart by
their first characters, many times as fast as by the parser. Whatever is not surely plain is
the parser's; for what is, the tokens are the parser's own, field by field (a property test
holds the two together).
"""

from __future__ import annotations

import re

from markdown_it.token import Token

__all__ = ["plain_tokens"]

# A text begins that no other block could begin with: a letter, an opening sign, emphasis, or
# a number that is none of an ordered list.
_TEXT = r"(?![0-9]{1,9}[.)])(?:[^\W_]|[(\[\"]|\*\*(?=[^\s*])|~~(?=[^\s~]))"
_LINE = re.compile(rf"(?P<marks>#{{1,6}}) (?=\S)|(?P<bullet>[-*+]) (?={_TEXT})|(?={_TEXT})")


def plain_tokens(body: str) -> list[Token] | None:
    """The block tokens of a text with plain line feeds; None when the parser is needed."""
    writer = _Writer()
    for number, line in enumerate(body.split("\n")):
        if not line:
            writer.blank()
            continue
        match = _LINE.match(line)
        if match is None or line[-1].isspace():
            return None
        text = line[match.end() :]
        if marks := match["marks"]:
            if line[-1] == "#":
                return None
            writer.heading(number, len(marks), text)
        elif bullet := match["bullet"]:
            writer.item(number, bullet, text)
        elif not writer.prose(number, line):
            return None
    writer.end(body.count("\n") + (not body.endswith("\n")))
    return writer.tokens


class _Writer:
    """The tokens so far, and the one list or paragraph that is open."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self._paragraph: Token | None = None
        self._paragraph_lines: list[str] = []
        self._paragraph_map: list[int] = []
        self._list: Token | None = None
        self._item_map: list[int] = []
        self._item_paragraphs: list[Token] = []
        self._after_blank = False
        self._is_tight = True

    def blank(self) -> None:
        self._close_paragraph()
        self._after_blank = True

    def heading(self, number: int, level: int, text: str) -> None:
        self.end(number)
        tag, lines = f"h{level}", [number, number + 1]
        markup = "#" * level
        self.tokens += (
            Token("heading_open", tag, 1, map=lines, markup=markup, block=True),
            _inline(text, list(lines), 1),
            Token("heading_close", tag, -1, markup=markup, block=True),
        )

    def prose(self, number: int, line: str) -> bool:
        """Take a line of prose; False where it would go on with an item."""
        if self._list is not None and not self._after_blank:
            return False
        if self._paragraph is not None:
            self._paragraph_lines.append(line)
            for lines in (self._paragraph_map, self._paragraph.map or []):
                lines[1] = number + 1
            return True
        self.end(number)
        self._paragraph_lines = [line]
        self._paragraph_map = [number, number + 1]
        self._paragraph = _inline(line, list(self._paragraph_map), 1)
        self.tokens += (
            Token("paragraph_open", "p", 1, map=self._paragraph_map, block=True),
            self._paragraph,
            Token("paragraph_close", "p", -1, block=True),
        )
        return True

    def item(self, number: int, bullet: str, text: str) -> None:
        if self._list is None or self._list.markup != bullet:
            self.end(number)
            self._list = Token(
                "bullet_list_open", "ul", 1, map=[number, 0], markup=bullet, block=True
            )
            self.tokens.append(self._list)
        else:
            self._is_tight = self._is_tight and not self._after_blank
            self._close_item(number)
        self._after_blank = False
        self._item_map = [number, 0]
        paragraph = Token("paragraph_open", "p", 1, map=[number, number + 1], level=2, block=True)
        closing = Token("paragraph_close", "p", -1, level=2, block=True)
        self._item_paragraphs += (paragraph, closing)
        self.tokens += (
            Token(
                "list_item_open", "li", 1, map=self._item_map, level=1, markup=bullet, block=True
            ),
            paragraph,
            _inline(text, [number, number + 1], 3),
            closing,
        )

    def end(self, number: int) -> None:
        """Close what is open: the next block begins at this line."""
        self._close_paragraph()
        if self._list is not None:
            self._close_item(number)
            self.tokens.append(
                Token("bullet_list_close", "ul", -1, markup=self._list.markup, block=True)
            )
            if self._list.map is not None:
                self._list.map[1] = number
            for paragraph in self._item_paragraphs:
                paragraph.hidden = self._is_tight
        self._list, self._item_paragraphs = None, []
        self._is_tight, self._after_blank = True, False

    def _close_paragraph(self) -> None:
        if self._paragraph is not None:
            # Joined once: to add line by line would copy all that came before each time.
            self._paragraph.content = "\n".join(self._paragraph_lines)
        self._paragraph = None

    def _close_item(self, number: int) -> None:
        self._item_map[1] = number
        bullet = self._list.markup if self._list is not None else ""
        self.tokens.append(Token("list_item_close", "li", -1, level=1, markup=bullet, block=True))


def _inline(text: str, lines: list[int], level: int) -> Token:
    return Token("inline", "", 0, map=lines, level=level, children=[], content=text, block=True)
