"""Which lines of a block are given where there is no room for all of them, and how long.

By worth for length, and what does not fit is skipped: a long passage would otherwise take the
place of several short ones that say as much. The best is there in any case, cut if need be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.question.contribution import Line
from familiar_memory.domain.text.tokens import estimate_tokens

__all__ = ["USUAL_TOKENS", "picked_lines"]

USUAL_TOKENS = 220
"""A line of a long passage, as far as it does not take the place of others: 700 characters of
its text, and who said them when and where."""
_LENGTH = 0.15
"""The power of a line's length by which its worth is divided. Measured on three kinds of talk."""

Fits = Callable[[str], bool]
"""Whether there is room for a text."""


def picked_lines(lines: Sequence[Line], fits: Fits) -> tuple[Line, ...]:
    """Lines that fit together, in the order given; with a longer form where room is left.

    The one of most worth comes first, in a shorter form if it does not fit otherwise. Then the
    others by worth for length in their usual form, then those skipped in their shorter forms.
    """
    picking = _Picking(fits)
    usual = [_usual(line) for line in lines]
    gains = [_gain(line, text) for line, text in zip(lines, usual, strict=True)]
    first, *others = sorted(range(len(lines)), key=lambda n: -(lines[n].worth or 0.0))
    others.sort(key=lambda n: -gains[n])
    if not picking.take(first, [usual[first]]):
        picking.take(first, _shorter(lines[first], usual[first]))
    skipped = [n for n in others if not picking.take(n, [usual[n]])]
    for number in skipped:
        picking.take(number, _shorter(lines[number], usual[number]))
    for number in (first, *others):
        if picking.texts.get(number) == usual[number]:
            picking.take(number, _longer(lines[number], usual[number]))
    return tuple(_with_text(lines[n], picking.texts[n]) for n in sorted(picking.texts))


class _Picking:
    """The texts chosen so far, by the number of their line."""

    def __init__(self, fits: Fits) -> None:
        self._fits = fits
        self.texts: dict[int, str] = {}

    def take(self, number: int, texts: Iterable[str]) -> bool:
        """Give a line with the first of these texts that fits, in place of what it had."""
        for text in texts:
            tried = self.texts | {number: text}
            if self._fits("\n".join(tried[n] for n in sorted(tried))):
                self.texts = tried
                return True
        return False


def _usual(line: Line) -> str:
    """The longest form that leaves room for others, or the shortest."""
    forms = sorted({line.text, *line.forms}, key=len)
    return next((f for f in reversed(forms) if estimate_tokens(f) <= USUAL_TOKENS), forms[0])


def _gain(line: Line, text: str) -> float:
    return float((line.worth or 0.0) / max(len(text), 1) ** _LENGTH)


def _shorter(line: Line, text: str) -> list[str]:
    """The forms of a line that are shorter than a text, the longest first."""
    forms = {line.text, *line.forms}
    return sorted((f for f in forms if len(f) < len(text)), key=len, reverse=True)


def _longer(line: Line, text: str) -> list[str]:
    """Those that are longer, the longest first."""
    forms = {line.text, *line.forms}
    return sorted((f for f in forms if len(f) > len(text)), key=len, reverse=True)


def _with_text(line: Line, text: str) -> Line:
    if text == line.text:
        return line
    return replace(line, text=text, forms=tuple(dict.fromkeys((line.text, *line.forms))))
