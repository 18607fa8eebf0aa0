"""How the demo looks: headings, the note, and the context of a question on one screen."""

from __future__ import annotations

import re

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from familiar_memory.domain.question.context import Contribution
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.place import PlaceKind, parse_place_slug
from familiar_memory.domain.text.months import SHORT_MONTHS
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.interfaces.cli.ask.hit_view import highlighted, lit_words
from familiar_memory.interfaces.cli.frame.output import visible
from familiar_memory.recall.page.render import Context

__all__ = ["DemoPage", "room_name"]

_LINES = 5
_FACTS = 3
_TEXT_WIDTH = 168
"""About two lines of a terminal."""


def room_name(slug: str) -> str:
    """A place as people call it: `#tavern`, `DM`, `stream`, `#mods (private)`."""
    parts = parse_place_slug(slug)
    if parts is None:
        return slug
    if parts.kind is PlaceKind.DM:
        return "DM"
    name = "stream" if parts.kind is PlaceKind.STREAM else f"#{parts.channel}"
    return f"{name} (private)" if parts.is_private else name


class DemoPage:
    """Prints the demo on one console of at most 100 columns."""

    def __init__(self, console: Console) -> None:
        """Print on this console."""
        self._console = console

    def heading(self, text: str) -> None:
        """Begin a chapter."""
        self._console.print()
        self._console.print(Rule(Text(text, "bold"), align="left", style="dim"))

    def say(self, text: str, style: str = "") -> None:
        """One line of the guide."""
        self._console.print(Text(visible(text), style))

    def draw(self, thing: object) -> None:
        """Something that draws itself."""
        self._console.print(thing)

    def note(self, text: str) -> None:
        """A note as it stands in the file: struck lines struck, tails dim."""
        for line in visible(text.rstrip("\n")).split("\n"):
            shown = Text(line, "bold" if line.startswith("#") else "")
            shown.highlight_regex(r"\w+::", "cyan")
            shown.highlight_regex(r"\([^()]*\)(?=~~|$)", "dim")
            shown.highlight_regex(r"~~.*~~", "strike red")
            self._indented(shown, 2, hanging=2)

    def _indented(self, text: Text, columns: int, hanging: int = 0) -> None:
        """Wrap a text and print it indented, its further lines a little more."""
        width = self._console.width - columns - hanging
        for number, line in enumerate(text.wrap(self._console, width)):
            line.rstrip()
            indent = columns + (hanging if number else 0)
            self._console.print(Text(" " * indent).append_text(line) if line else Text(""))

    def question(self, text: str, who: str, place: str) -> None:
        """Who asks what, where."""
        self._console.print()
        self._indented(
            Text.assemble(
                (visible(who), "bold cyan"),
                (f" asks in {_in_words(place)}: ", "dim"),
                (visible(text), "bold"),
            ),
            2,
        )

    def context(self, context: Context, question: str) -> None:
        """What a bot would get, cut to what fits a screen."""
        words = lit_words(question)
        people = [c for c in context.contributions if c.source == "content_search.people"]
        recalled = [
            line.hit for c in context.contributions for line in c.lines if line.hit is not None
        ]
        self._people(people, words)
        for hit in recalled[:_LINES]:
            self._recalled(hit, words)
        if len(recalled) > _LINES:
            self._console.print(Text(f"    … and {len(recalled) - _LINES} more lines", "dim"))
        if not people and not recalled:
            self.say("    (nothing)", "dim")

    def _people(self, people: list[Contribution], words: re.Pattern[str] | None) -> None:
        """Those whose notes speak to the question; the others by name only."""
        others = []
        for contribution in people:
            name, *facts = contribution.text.split("\n")
            telling = [f for f in facts if words is not None and words.search(f)]
            named = words is not None and words.search(name)
            chosen = telling or (facts[:_FACTS] if named else [])
            if not chosen:
                others.append(name.split(" (")[0])
                continue
            self._console.print(Text.assemble("  ", (visible(name), "bold green")))
            for fact in chosen[:_FACTS]:
                self._indented(highlighted(_short(fact), words), 4, hanging=2)
        if others:
            label = "also on the page" if len(others) < len(people) else "on the page"
            self._console.print(Text(f"  {label}: {visible(', '.join(others))}", "dim"))

    def _recalled(self, hit: SearchHit, words: re.Pattern[str] | None) -> None:

        where = room_name(hit.audience) if hit.line is None else hit.path
        who = one_line(hit.author_name or hit.title)
        shown = Text.assemble(
            (f"{_day((hit.said_at or '')[:10])} {visible(where)}  ", "dim"),
            (f"{visible(who)}: ", "bold"),
        ).append_text(highlighted(_short(one_line(hit.text)), words))
        self._indented(shown, 4, hanging=2)


def _in_words(place: str) -> str:
    name = room_name(place)
    return {"DM": "a private message", "stream": "the stream chat"}.get(name, name)


def _day(iso: str) -> str:
    """`2026-02-04` as `4 Feb`; anything else as it is."""
    year, _, rest = iso.partition("-")
    month, _, day = rest.partition("-")
    if not (year and month.isdecimal() and day.isdecimal()):
        return iso
    return f"{int(day):>2} {SHORT_MONTHS[int(month) - 1]}"


def _short(text: str) -> str:
    return text if len(text) <= _TEXT_WIDTH else f"{text[: _TEXT_WIDTH - 1].rstrip()}…"
