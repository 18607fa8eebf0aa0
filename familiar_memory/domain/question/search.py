"""What a search returns."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.memory.source import Origin
from familiar_memory.domain.question.named_fact import NamedFact

__all__ = ["FACT_SIGNAL", "NEWEST_TURNS", "Repeat", "SearchHit", "SearchResult"]

_CONVERSATION = "conversation"

NEWEST_TURNS = 200_000
"""So many turns are searched where no setting says otherwise: the newest of all rooms."""

FACT_SIGNAL = "fact"
"""How the signals of a hit say that it came first as a fact: it is all that was asked for."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Another turn in which somebody says the same again."""

    place: str
    ref: str
    said_at: str | None = None

    @property
    def turn(self) -> tuple[str, str]:
        """(place slug, ref)."""
        return self.place, self.ref


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One passage that answers.

    `path` is relative to the memory tree for a note and `history.sqlite` for a turn;
    `line` counts from 1 in a note and is None for a turn. `refs` name the turns that
    it holds or came from. `score` is rounded to 1e-5; higher is better.
    """

    text: str
    score: float
    source: str
    path: str
    line: int | None = None
    refs: tuple[str, ...] = ()
    heading: str = ""
    title: str = ""
    trust: str = ""
    audience: str = ""
    author: str | None = None
    author_name: str | None = None
    said_at: str | None = None
    noted_in: tuple[str, ...] = ()
    """Notes (`path:line`) that hold the same memory."""
    signals: tuple[tuple[str, float], ...] = ()
    since: str | None = None
    until: str | None = None
    """When what a note says holds, as its line states it; who shows the hit shows that too."""
    is_past: bool = False
    """It stood so at the moment asked about, in a version that stands no more."""
    repeats: tuple[Repeat, ...] = ()
    """Where its speaker says the same again, as far as whoever asks may see: best first."""
    are_all_repeats: bool = False
    """All that answers was looked at, so there are no more of them."""
    is_own: bool = False
    """A turn of the familiar itself."""
    fact: NamedFact | None = None
    """The fact that it tells, where it is one, or was found because the question asks for one."""
    ended: tuple[NamedFact, ...] = ()
    """Other facts that were noted of these words, and hold no more (or were wrong): who shows
    the hit shows them too."""
    place_label: str = field(default="", compare=False, repr=False)
    """What people call the place of a turn (`#tavern`), where that is known; see `Place.label`."""
    origins: tuple[Origin, ...] = field(default=(), compare=False, repr=False)
    """What it was read from: first the document of its text, then those of `noted_in`."""

    @property
    def ref(self) -> str | None:
        """The first of `refs`: for a turn, its own."""
        return self.refs[0] if self.refs else None

    @property
    def turn(self) -> tuple[str, str] | None:
        """(place slug, ref) of a turn; None for a note."""
        if self.source != _CONVERSATION or self.ref is None:
            return None
        return self.audience, self.ref

    @property
    def times(self) -> int:
        """How often it was said, as far as is known."""
        return 1 + len(self.repeats)

    @property
    def last_said(self) -> str | None:
        """When that was last."""
        moments = [self.said_at, *(one.said_at for one in self.repeats)]
        return max(filter(None, moments), default=None)

    @property
    def identity(self) -> tuple[object, ...]:
        """What it is known by: two hits of one answer are one passage if these are equal."""
        own_ref = None if self.line else self.ref
        return self.path, self.line, self.audience, own_ref, self.is_past, self.text

    @property
    def name(self) -> str:
        """What a trace calls it: `path:line` of a note, `turn REF` in the place of the question."""
        return f"{self.path}:{self.line}" if self.line else f"turn {self.ref}"

    @property
    def where(self) -> str:
        """Where to look it up: `path:line` of a note, the place and ref of a turn."""
        return self.name if self.line else f"{self.audience} {self.ref or ''}".rstrip()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Ranked hits, and why the answer may be incomplete (None when it is not)."""

    hits: tuple[SearchHit, ...]
    degraded: str | None = None
