"""From the context of a reply to the passages in it, each with where it stands and why it is in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from familiar_memory import Author, Context, Contribution, Layer, Line, SearchHit
from familiar_memory.chat.exchange import RecalledPassage

__all__ = ["recalled_passages"]

_OWN = frozenset({Layer.CORE, Layer.CHARACTER, Layer.AUTHOR_NOTE})
"""Who the familiar is: always there, and nothing that was recalled."""


def recalled_passages(context: Context, speaker: Author) -> tuple[RecalledPassage, ...]:
    """What memory brought up, in the order of the prompt; the character itself is left out.

    What the `speaker` said is quoted as theirs: "You said …".
    """
    reasons = _reasons(context)
    found = (
        passage
        for block in context.contributions
        if block.layer not in _OWN
        for passage in _passages(block, reasons, speaker.slug)
    )
    return tuple({(one.where, one.text): one for one in found}.values())


def _reasons(context: Context) -> Mapping[str, str]:
    """Why each subject of the trace was kept, the first reason that is given."""
    found: dict[str, str] = {}
    for one in context.trace.decisions:
        if one.verdict == "kept" and one.reason:
            found.setdefault(one.subject, one.reason)
    return found


def _passages(
    block: Contribution, reasons: Mapping[str, str], speaker: str
) -> Iterator[RecalledPassage]:
    about = ""
    for line in block.lines:
        if line.hit is not None:
            yield _found(line.hit, reasons, speaker)
        elif line.at is not None:
            yield _noted(line, line.at, about, reasons)
        elif not line.text.startswith((" ", "-")):
            about = line.text.strip()


def _found(hit: SearchHit, reasons: Mapping[str, str], speaker: str) -> RecalledPassage:
    """A passage that a search found: a turn, or a line of a note."""
    why = reasons.get(hit.name, "")
    likeness = dict(hit.signals).get("cosine", 0.0)
    when = (hit.said_at or "")[:10]
    if hit.line is None:
        who = "You" if hit.author == speaker else hit.author_name or "somebody"
        said = " on ".join(filter(None, (f"{who} said", when)))
        quote = f'{said}: "{hit.text}"'
        return RecalledPassage(
            where=f"said {when}".rstrip(),
            text=hit.text,
            quote=quote,
            ref=hit.ref,
            why=why,
            likeness=likeness,
            is_own=hit.is_own,
            is_over=bool(hit.ended),
        )
    told = hit.fact.sentence if hit.fact is not None else hit.text
    quote = told if hit.fact is not None or not hit.title else f"{hit.title}: {told}"
    return RecalledPassage(hit.where, hit.text, quote, hit.path, hit.line, hit.ref, why, likeness)


def _noted(
    line: Line, at: tuple[str, int], about: str, reasons: Mapping[str, str]
) -> RecalledPassage:
    """A line of a note that stands in the prompt as a whole, such as that of who speaks."""
    path, number = at
    text = line.text.strip().removeprefix("- ")
    quote = f"{about}: {text}" if about else text
    return RecalledPassage(f"{path}:{number}", text, quote, path, number, why=reasons.get(path, ""))
