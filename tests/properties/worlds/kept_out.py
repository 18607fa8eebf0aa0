"""What keeps a passage out of an answer: worlds in which anything may, and an oracle of it.

The oracle is written from the documentation and computed from the values of the world: it
asks nothing of the code that it judges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn

__all__ = [
    "DM",
    "NOW",
    "PATHS",
    "ROWAN",
    "SAYS",
    "TAVERN",
    "Asked",
    "Line",
    "Said",
    "World",
    "asked",
    "at",
    "filters",
    "lines",
    "moments",
    "reasons_for",
    "worlds",
]

CELLAR = Place("discord", "cellar", "lantern")
MODS = Place("discord", "mods", "lantern", private=True)
ELSEWHERE = Place("discord", "hall", "castle")
BEX = Author("discord", "7", "Bex")
NOW = datetime(2026, 3, 1, tzinfo=UTC)
PATHS = ("topics/tea.md", "sessions/2026-01-05-evening.md", "sessions/2026-02-20-evening.md")
SESSION_DAYS = 30


@dataclass(frozen=True)
class Line:
    """A bullet, by what could keep it out; `cites` is a turn, by its number in the world."""

    audience: str | None
    learned: int
    expires: int | None
    until: int | None
    is_struck: bool
    kind: str | None
    topic: str | None
    tag: str | None
    speaks: bool
    since: int | None = None
    path: str = PATHS[0]
    cites: int | None = None

    def text(self, token, before="", refs=""):
        """As written; days are days of February."""
        tail = [f"2026-02-{self.learned:02}"]
        tail += [refs] if refs else []
        tail += [f"in:{self.audience}"] if self.audience else []
        tail += [f"expires:2026-02-{self.expires:02}"] if self.expires else []
        tail += [f"since 2026-02-{self.since:02}"] if self.since else []
        tail += [f"until 2026-02-{self.until:02}"] if self.until else []
        tail += [f"type:{self.kind}"] if self.kind else []
        tail += [f"topic:{self.topic}"] if self.topic else []
        tail += [f"tags:{self.tag}"] if self.tag else []
        line = f"{before}{'heron' if self.speaks else 'gravel'} {token} ({', '.join(tail)})"
        return f"- ~~{line}~~" if self.is_struck else f"- {line}"


@dataclass(frozen=True)
class Said:
    """A turn: where, by whom, on which day of February, and whether with the words asked for."""

    place: Place
    author: Author
    day: int
    speaks: bool
    repeats: bool = False
    number: int = -1

    @property
    def audience(self):
        """Who heard it."""
        return self.place.slug

    def text(self, token):
        """What was said; who repeats says what everybody who repeats says."""
        return f"{'heron' if self.speaks else 'gravel'} {'again' if self.repeats else token}"


@dataclass(frozen=True)
class World:
    """Notes and talk."""

    lines: tuple[Line, ...]
    turns: tuple[Said, ...]

    def told(self):
        """Every passage with what it is asked for by: `PATH:LINE`, or the place and ref."""
        seen = dict.fromkeys(PATHS, 2)
        for line in self.lines:
            seen[line.path] += 1
            yield f"{line.path}:{seen[line.path]}", line
        for number, turn in enumerate(self.turns):
            yield f"{turn.place.slug} t{number}", replace(turn, number=number)

    def notes(self):
        """Path and text of each note."""
        for path in PATHS:
            body = [
                line.text(f"zq{number}z", refs=self._refs(line))
                for number, line in enumerate(self.lines)
                if line.path == path
            ]
            yield path, "# T\n\n" + "".join(f"{one}\n" for one in body)

    def spoken(self):
        """The turns, in the order in which they were said."""
        order = sorted(range(len(self.turns)), key=lambda number: self.turns[number].day)
        return [self.turn(number) for number in order]

    def turn(self, number):
        """One turn."""
        said = self.turns[number]
        when = at(said.day) + timedelta(hours=9, minutes=number)
        return Turn(f"t{number}", when, said.place, said.author, said.text(f"zt{number}z"))

    def turn_of(self, passage):
        """The number of the turn that it is, or is of; a line for others cites none."""
        if isinstance(passage, Said):
            return passage.number
        if passage.cites is None or not self.turns:
            return None
        number = passage.cites % len(self.turns)
        return number if passage.audience == self.turns[number].audience else None

    def _refs(self, line):
        number = self.turn_of(line)
        return "" if number is None else f"ref:t{number}"


@dataclass(frozen=True)
class Asked:
    """A question: by whom it is read, of what, when, and how many hits; None = a recall."""

    place: Place | None
    wanted: RecallFilters
    as_of: datetime | None
    limit: int | None
    is_broadcast: bool = False
    pending: tuple[int, ...] = ()
    sources: tuple[str, ...] | None = None
    is_strict: bool = False

    def answered(self, world):
        """The turns that a recall is to answer, by number; a search answers none."""
        if self.limit is not None or not world.turns:
            return set()
        return {number % len(world.turns) for number in self.pending}

    def request(self, world):
        """As the familiar is asked; only who is in private is somebody."""
        numbers = sorted(self.answered(world))
        return RecallRequest(
            "heron",
            ROWAN if self.place == DM else None,
            self.place,
            pending_turns=tuple(map(world.turn, numbers)),
            filters=self.wanted,
            as_of=self.as_of,
            limit=50,
            is_broadcast=self.is_broadcast,
            weights={"threshold": 0.99} if self.is_strict else {},
        )

    def by_the_owner(self):
        """The same, asked by the owner alone."""
        return replace(self, place=None, is_broadcast=False)


def at(number):
    """The beginning of a day of February."""
    return datetime(2026, 2, number, tzinfo=UTC)


days = st.integers(1, 27)
audiences = (TAVERN.slug, CELLAR.slug, MODS.slug, ELSEWHERE.slug, DM.slug, "owner")
lines = st.builds(
    Line,
    st.sampled_from((None, None, None, None, None, *audiences)),
    days,
    st.none() | st.none() | days,
    st.none() | st.none() | days,
    st.sampled_from((False, False, True)),
    st.sampled_from((None, "episodic", "procedural")),
    st.sampled_from((None, "work", "finance")),
    st.sampled_from((None, "tea")),
    st.sampled_from((True, True, True, False)),
    st.none() | st.none() | days,
    st.sampled_from(PATHS),
    st.none() | st.integers(0, 3),
)
turns = st.builds(
    Said,
    st.sampled_from((TAVERN, TAVERN, CELLAR, MODS, ELSEWHERE, DM)),
    st.sampled_from((ROWAN, BEX)),
    days,
    st.sampled_from((True, True, True, False)),
    st.sampled_from((False, False, True)),
).map(lambda one: replace(one, author=ROWAN) if one.place == DM else one)
worlds = st.builds(
    World,
    st.lists(lines, min_size=1, max_size=5).map(tuple),
    st.lists(turns, max_size=4).map(tuple),
)
filters = st.builds(
    RecallFilters,
    type=st.sampled_from((None, None, "episodic", "procedural")),
    topic=st.sampled_from((None, None, "work")),
    tags=st.sampled_from(((), (), ("tea",))),
    since=st.none() | st.none() | days.map(lambda d: datetime(2026, 2, d, tzinfo=UTC)),
    entity=st.sampled_from((None, None, None, "tea")),
)
moments = st.none() | days.map(lambda d: datetime(2026, 2, d, 12, tzinfo=UTC))
asked = st.builds(
    Asked,
    st.sampled_from((None, TAVERN, TAVERN, DM, ELSEWHERE)),
    filters,
    moments,
    st.sampled_from((None, None, 1, 3, 50, 50)),
    st.sampled_from((False, False, False, True)),
    st.lists(st.integers(0, 3), max_size=2).map(tuple),
    st.sampled_from((None, None, ("memory",), ("conversation",))),
    st.sampled_from((False, False, True)),
).map(lambda one: replace(one, is_broadcast=one.is_broadcast and one.limit is None))

SAYS = {
    "forbidden": ("forbidden", ": it is for "),
    "not known": ("not so then", "it was not known on"),
    "retired": ("retired", "the line is struck"),
    "not holding": ("not so then", "it did not hold on"),
    "expired": ("expired", "it expired on"),
    "source": ("filtered", "only some sources were searched"),
    "folder": ("filtered", "so only what is below lore/ was searched"),
    "old session": ("filtered", "it is a note of a session before"),
    "type": ("filtered", "it is not of the type that was asked for: "),
    "topic": ("filtered", "it is of another topic than was asked for: "),
    "tags": ("filtered", "it does not have all the tags that were asked for: "),
    "since": ("filtered", "it was not learned since"),
    "entity": ("filtered", "it is not about"),
}
"""The reasons that the owner is told, and words of them, by the names of the oracle."""


def reasons_for(passage, world, given):
    """All that keeps a passage out before anything is ranked, in the order of the documentation."""
    is_turn = isinstance(passage, Said)
    told = at(passage.day) + timedelta(hours=9) if is_turn else at(passage.learned)
    moment = given.as_of or NOW
    path = "" if is_turn else passage.path
    found = []
    if not _may_know(passage.audience, world, given):
        found.append("forbidden")
    if given.as_of is not None and told > given.as_of:
        found.append("not known")
    if not is_turn:
        found += _by_its_term(passage, given.as_of, moment)
    sources = ("memory",) if given.is_broadcast else given.sources if given.limit else None
    if sources is not None and ("conversation" if is_turn else "memory") not in sources:
        found.append("source")
    if given.is_broadcast:
        found.append("folder")
    oldest = (moment - timedelta(days=SESSION_DAYS)).date().isoformat()
    if given.limit is None and path.startswith("sessions/") and path[9:] < oldest:
        found.append("old session")
    return [*found, *_by_wish(passage, path, told, given.wanted)]


def _by_its_term(line, as_of, moment):
    if line.is_struck and (as_of is None or line.until is None):
        yield "retired"
    if as_of is not None:
        has_ended = line.until is not None and as_of >= at(line.until)
        if has_ended or (line.since is not None and as_of < at(line.since)):
            yield "not holding"
    if line.expires is not None and at(line.expires) <= moment:
        yield "expired"


def _by_wish(passage, path, told, wanted):
    is_turn = isinstance(passage, Said)
    kind = "episodic" if is_turn else passage.kind
    topic, tag = (None, None) if is_turn else (passage.topic, passage.tag)
    if wanted.type not in (None, kind):
        yield "type"
    if wanted.topic is not None and topic not in (None, wanted.topic):
        yield "topic"
    if wanted.tags and tag != "tea":
        yield "tags"
    if wanted.since is not None and told < wanted.since:
        yield "since"
    if wanted.entity is not None and path != "topics/tea.md":
        yield "entity"


def _may_know(audience, world, given):
    """Under the policy of the guild."""
    if audience is None:
        return True
    if given.is_broadcast:
        return False
    if given.place is None or audience == given.place.slug:
        return True
    spoken = {t.audience for t in world.turns if t.author == ROWAN and t.place != DM}
    rooms = spoken if given.place == DM else set()
    if audience in (DM.slug, "owner"):
        return False
    if audience == MODS.slug:
        return audience in rooms
    if audience in rooms:
        return True
    guild = {room.split(".")[0].replace("-private", "") for room in {given.place.slug, *rooms}}
    return audience.split(".")[0] in guild
