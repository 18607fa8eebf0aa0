"""Fit contributions into caps: the important first, in sentences or lines, nothing silently."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer, Mode
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.layout import CAPS, FLOORS, PEOPLE, SPEAKER_PRIORITY
from familiar_memory.recall.page.block import BlockKey, marks_tokens
from familiar_memory.recall.page.picking import picked_lines

__all__ = ["CAPS", "Budgeter", "cut_to_tokens"]

_SEPARATOR_TOKENS = 1
"""The empty line between two blocks."""
_MINIMUM_PIECE = 24
"""Less than so many tokens of a block would only puzzle the reader."""
_SPEAKER_SHARE = 0.25
"""What of a small budget is the speaker's, as far as there is so much to say of them. Measured on
pages of 1,000 tokens: with more, notes of what somebody has told crowd out what answers."""
_SENTENCE_END = re.compile(r"[.!?…]['\")\]]*(?=\s)|[。！？]|\n")


@dataclass(frozen=True, slots=True)
class Budgeter:
    """Chooses what fits; pure. `total` replaces the sum of the caps, `caps` those of the mode."""

    mode: Mode
    total: int | None = None
    caps: Mapping[Layer, int] | None = None

    def fit(
        self, contributions: Iterable[Contribution]
    ) -> tuple[tuple[Contribution, ...], tuple[Decision, ...]]:
        """Keep contributions by priority within each layer's cap, marks included.

        One that is too long is cut, or picked line by line; a smaller, less important one may
        still fit behind it. Order among equals is kept. What was retrieved has a share of its
        layer that no crowd of people can take. Whoever speaks is served before everything
        else, up to a quarter of the whole: neither the card nor the caller's own takes their room.
        """
        caps = dict(CAPS[self.mode] if self.caps is None else self.caps)
        left_in_total = self.total if self.total is not None else sum(caps.values())
        kept: list[tuple[int, Contribution]] = []
        decisions: list[Decision] = []
        marked: set[BlockKey] = set()
        ordered = sorted(enumerate(contributions), key=lambda pair: _rank(pair[1]))
        floors = _floors([contribution for _, contribution in ordered], caps, left_in_total)
        for at, contribution in ordered:
            reserved = sum(
                tokens
                for (layer, source), tokens in floors.items()
                if layer is contribution.layer and source != contribution.source
            )
            overhead = _overhead(contribution, marked)
            room = min(caps[contribution.layer], left_in_total) - reserved
            if _is_speaker(contribution):
                room = _speakers_room(caps[contribution.layer], left_in_total, overhead)
            fitted = _fitted(contribution, room - overhead)
            cost = estimate_tokens(fitted.text) + overhead if fitted.text else 0
            floors.pop((contribution.layer, contribution.source), None)
            caps[contribution.layer] -= cost
            left_in_total -= cost
            decisions.append(_decision(contribution, fitted))
            if fitted.text:
                marked.add(_block(contribution))
                kept.append((at, fitted))
        kept.sort(key=lambda pair: pair[0])
        return tuple(contribution for _, contribution in kept), tuple(decisions)

    def speaker_tokens(self, trust: str) -> int:
        """Tokens that a text about whoever speaks may have without being cut.

        Where there is no room for a few words it is dropped, however small it is.
        """
        caps = CAPS[self.mode] if self.caps is None else self.caps
        total = self.total if self.total is not None else sum(caps.values())
        speaker = Contribution(Layer.CONTENT, PEOPLE, "", SPEAKER_PRIORITY, trust=trust)
        overhead = _overhead(speaker, ())
        room = _speakers_room(caps[Layer.CONTENT], total, overhead)
        return max(room - overhead, _MINIMUM_PIECE)


def _rank(contribution: Contribution) -> tuple[bool, int]:
    return not _is_speaker(contribution), -contribution.priority


def _is_speaker(contribution: Contribution) -> bool:
    return contribution.source == PEOPLE and contribution.priority == SPEAKER_PRIORITY


def _speakers_room(cap: int, total: int, overhead: int) -> int:
    """A share of a budget, and at least what a few words of them take; within their layer."""
    return min(cap, total, max(int(total * _SPEAKER_SHARE), overhead + _MINIMUM_PIECE))


def _block(contribution: Contribution) -> BlockKey:
    return contribution.layer, contribution.source, contribution.trust


def _overhead(contribution: Contribution, marked: Container[BlockKey]) -> int:
    """The separator, and the marks where it is the first of its block."""
    block = _block(contribution)
    return _SEPARATOR_TOKENS + (0 if block in marked else marks_tokens(block))


def _floors(
    contributions: Iterable[Contribution], caps: Mapping[Layer, int], total: int
) -> dict[tuple[Layer, str], int]:
    """Tokens kept for what comes later, by layer and source."""
    floors: dict[tuple[Layer, str], int] = {}
    for contribution in contributions:
        share = FLOORS.get(contribution.source, 0.0)
        if share and contribution.text:
            key = (contribution.layer, contribution.source)
            room = int(share * min(caps[contribution.layer], total))
            wanted = estimate_tokens(contribution.text) + _overhead(contribution, ())
            floors[key] = max(floors.get(key, 0), min(wanted, room))
    return floors


def cut_to_tokens(text: str, tokens: int, least: int = _MINIMUM_PIECE) -> str:
    """The beginning of a text that fits, up to the last sentence, line or word that does.

    Empty when what fits would be too little to be understood: fewer tokens than `least`.
    """
    if estimate_tokens(text) <= tokens:
        return text
    if tokens < least:
        return ""
    size = _characters_for(text, tokens)
    piece = text[:size]
    # With the character that follows: the point of "3.14" ends no sentence.
    ends = [m.end() for m in _SENTENCE_END.finditer(text[: size + 1]) if m.end() <= size]
    if ends and ends[-1] >= len(piece) // 2:
        return piece[: ends[-1]].rstrip()
    words = piece.rpartition(" ")[0]
    # A text without spaces is cut anywhere, rather than at the one behind its bullet.
    return (words if len(words) >= len(piece) // 2 else piece).rstrip()


def _characters_for(text: str, tokens: int) -> int:
    """The most characters from the start that are within so many tokens."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return low


def _fitted(contribution: Contribution, room: int) -> Contribution:
    """As much of it as there is room for: its best lines, or its beginning."""
    if contribution.is_picked:
        lines = picked_lines(contribution.lines, lambda text: estimate_tokens(text) <= room)
        return replace(contribution, lines=lines)
    return contribution.cut(len(cut_to_tokens(contribution.text, room)))


def _decision(contribution: Contribution, fitted: Contribution) -> Decision:
    subject = contribution.label or contribution.source
    if not fitted.text:
        return Decision("budget", subject, Disposition.DROPPED, "no room in its layer")
    if len(fitted.lines) < len(contribution.lines) or _is_shorter(contribution, fitted):
        reason = "longer than the room in its layer"
        return Decision("budget", subject, Disposition.CUT, reason)
    return Decision("budget", subject, Disposition.KEPT, "")


def _is_shorter(contribution: Contribution, fitted: Contribution) -> bool:
    """Whether any of as many lines has lost something."""
    pairs = zip(contribution.lines, fitted.lines, strict=True)
    return any(len(now.text) < len(before.text) for before, now in pairs)
