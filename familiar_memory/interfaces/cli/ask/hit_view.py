"""How search hits look: a ranked list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.interfaces.cli.frame.output import visible
from familiar_memory.knowledge.words import content_words
from familiar_memory.recall.excerpts.excerpt import excerpt
from familiar_memory.recall.page.hit_lines import told_times

if TYPE_CHECKING:
    from familiar_memory.domain.question.named_fact import NamedFact
    from familiar_memory.domain.question.search import SearchHit
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["highlighted", "lit_words", "show_hits"]

_MOST_CHARS = 800
"""Of a long passage that is shown: its beginning, and where the question's words stand."""
_INDENT = 4
_STEP = 2
_SHORTEST = 3
"""Characters of a word that is highlighted; shorter ones are everywhere."""
_STEM = 4
"""Characters that a highlighted word has in common with the question's: `brewed` for `brewing`."""


def show_hits(hits: tuple[SearchHit, ...], question: str, out: Output) -> None:
    """A ranked list: where, when and who on one line, the text below it."""
    words, terms = lit_words(question), content_terms(question).keys()
    for rank, hit in enumerate(hits, start=1):
        head = Text.assemble((f"{rank:>2}  ", "dim"), (hit.where, "cyan"))
        for part in ((hit.said_at or "")[:10], hit.author_name or hit.title):
            if part:
                head.append("  ").append(part, "bold" if part == hit.author_name else "")
        head.append(f"  {hit.score:.3f}", "dim")
        for when, date in (("since", hit.since), ("until", hit.until)):
            if date:
                head.append(f"  {when} {date}", "yellow")
        if again := told_times(hit):
            head.append(f"  {again}", "dim")
        if hit.is_past:
            head.append("  as it stood then", "yellow")
        out.hang(head, _INDENT)
        if hit.fact is not None:
            told = Text(f"fact: {hit.fact.sentence}", "bold")
            origin = Text(_origin(hit, hit.fact), "dim")
            out.hang_parts((told, origin), _INDENT + _STEP, _INDENT)
        for fact in hit.ended:
            told = Text(f"{_ending(fact)}: {fact.sentence}", "yellow")
            origin = Text(str(fact.record), "dim")
            out.hang_parts((told, origin), _INDENT + _STEP, _INDENT)
        body = highlighted(excerpt(hit.text, terms, _MOST_CHARS), words)
        out.hang(body, _INDENT, _INDENT)
        if hit.noted_in:
            noted = Text(f"also in {', '.join(hit.noted_in)}", "dim")
            out.hang(noted, _INDENT + _STEP, _INDENT)


def _ending(fact: NamedFact) -> str:
    return "was wrong" if fact.was_wrong else "ended"


def _origin(hit: SearchHit, fact: NamedFact) -> str:
    """The record of a fact, and the turn that it came from where the hit is not that turn."""
    turns = () if hit.turn is not None else fact.refs
    source = " ".join(filter(None, (fact.place, *turns))) if turns else ""
    return ", from ".join(filter(None, (str(fact.record), source)))


def highlighted(text: str, words: re.Pattern[str] | None) -> Text:
    """The text with what the question asks for made bold."""
    shown = Text(visible(text))
    if words is not None:
        shown.highlight_regex(words, "bold yellow")
    return shown


def lit_words(question: str) -> re.Pattern[str] | None:
    """Words of a text that share their beginning with a content word of the question.

    Scripts without spaces are matched in pairs of characters.
    """
    patterns: list[str] = []
    for word in content_words(question):
        if any(is_dense_script(c) for c in word):
            patterns += [re.escape(word[i : i + 2]) for i in range(len(word) - 1)]
        elif len(word) >= _SHORTEST:
            stem = word if len(word) <= _STEM else word[: max(_STEM, len(word) - 3)]
            patterns.append(rf"\b{re.escape(stem)}\w*")
    return re.compile("|".join(dict.fromkeys(patterns)), re.IGNORECASE) if patterns else None
