"""A person's notes as a block of a prompt: permitted lines only, the head and the newest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from familiar_memory.domain.document import FactRow, ParsedDocument, Passage
from familiar_memory.domain.tokens import estimate_tokens
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.predicates import Vocabulary

__all__ = ["render_note"]

_ALIASES_HEADING = "aliases"
_HEAD_SHARE = 0.25
_GAP = "[…]"


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    heading: str
    learned: str
    tokens: int


def render_note(
    document: ParsedDocument, viewer: Viewer, vocabulary: Vocabulary, max_tokens: int
) -> str:
    """The lines of a note that this viewer may see, within a size; empty when there are none.

    Where they do not all fit, the beginning stays, and of the rest the newest; a gap
    is marked.
    """
    permitted = [
        (position, passage)
        for position, passage in enumerate(document.passages)
        if permits(viewer, passage.audience) and not passage.retired
    ]
    facts = {fact.passage: fact for fact in document.facts}
    names = [p.text for _, p in permitted if p.heading.casefold() == _ALIASES_HEADING]
    lines = [
        _line(passage, facts.get(position), vocabulary)
        for position, passage in permitted
        if _is_content(passage)
    ]
    title = _title(document.title, names)
    room = max_tokens - estimate_tokens(title)
    body = _choose(lines, room)
    return "\n".join(filter(None, (title, *body))) if body or names else ""


def _is_content(passage: Passage) -> bool:
    """Whether a passage says something besides the person's names."""
    return passage.heading.casefold() != _ALIASES_HEADING


def _title(title: str, names: Sequence[str]) -> str:
    others = [name for name in dict.fromkeys(names) if name != title]
    return f"{title} (also called {', '.join(others)})" if others else title


def _line(passage: Passage, fact: FactRow | None, vocabulary: Vocabulary) -> _Line:
    text = passage.text
    predicate = vocabulary.get(fact.predicate) if fact is not None else None
    if fact is not None and predicate is not None:
        text = f"{predicate.label} {fact.object}"
    learned = passage.learned.date().isoformat() if passage.learned else ""
    shown = f"- {text} ({learned})" if learned else f"- {text}"
    shown = " ".join(shown.split())
    return _Line(shown, passage.heading, learned, estimate_tokens(shown) + 1)


def _choose(lines: Sequence[_Line], room: int) -> list[str]:
    if sum(line.tokens for line in lines) <= room:
        return [line.text for line in lines]
    chosen: set[int] = set()
    left = room - estimate_tokens(_GAP)
    head_room = int(left * _HEAD_SHARE)
    for position, line in enumerate(lines):
        if line.tokens > head_room:
            break
        chosen.add(position)
        head_room -= line.tokens
        left -= line.tokens
    newest_first = sorted(range(len(lines)), key=lambda i: (lines[i].learned, i), reverse=True)
    for position in newest_first:
        if position not in chosen and lines[position].tokens <= left:
            chosen.add(position)
            left -= lines[position].tokens
    return _with_gaps(lines, sorted(chosen))


def _with_gaps(lines: Sequence[_Line], chosen: Sequence[int]) -> list[str]:
    shown: list[str] = []
    before = -1
    for position in chosen:
        if position != before + 1 and (not shown or shown[-1] != _GAP):
            shown.append(_GAP)
        shown.append(lines[position].text)
        before = position
    if chosen and chosen[-1] != len(lines) - 1:
        shown.append(_GAP)
    return shown
