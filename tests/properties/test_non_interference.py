"""What a viewer gets is what they would get if all that is forbidden to them did not exist."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.context import Mode, RecallRequest
from familiar_memory.domain.filters import RecallFilters
from familiar_memory.domain.identity import Author
from familiar_memory.domain.place import Place, PlaceKind
from familiar_memory.domain.turn import Turn
from familiar_memory.familiar import Familiar
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits
from familiar_memory.recall import pipeline

TAVERN = Place("discord", "tavern", "lantern")
GARDEN = Place("discord", "garden", "lantern")
ABROAD = Place("discord", "hall", "abroad")
DM_42 = Place("discord", "42", kind=PlaceKind.DM)
DM_7 = Place("discord", "7", kind=PlaceKind.DM)
PLACES = (TAVERN, GARDEN, ABROAD, DM_42, DM_7)
AUDIENCES = ("everyone", "owner", *(place.slug for place in PLACES))
NAMES = ("Rowan", "Mary", "Mary Jane", "Will", "Zoë", "はるか")
WORDS = ("tea", "thesis", "kettle", "boss", "viva", "lantern", "march", "Rowan", "Mary", "Jane")
FIRST = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
LORE_FRONT = {
    "Rowan": ["keys: [tea, kettle]", "group: g", "sticky: 2"],
    "Mary": ["keys: [kettle, /Ro.an/]", "group: g", "cooldown: 3"],
    "Will": ["constant: true", "position: at_depth"],
}
"""What makes a note of lore come in by itself, by its title."""
BEGINNINGS = {
    "owns": "owns:: ",
    "same": "same_as:: [..](/people/twitch-u9.md) ",
    "friend": "friend_of:: [..](/people/discord-42.md) ",
}


@dataclass(frozen=True)
class Line:
    """A bullet: its words, its `in:`, a broken tail, its children; `size` repeats the words.

    By its kind it is a fact, links somewhere, bears tags, or is struck.
    """

    words: tuple[str, ...]
    audience: str | None
    damaged: bool
    size: int
    children: tuple[Line, ...]
    kind: str = ""


@dataclass(frozen=True)
class Note:
    """A file: frontmatter visibility, names, and sections of bullets by heading."""

    path: str
    title: str
    visibility: str | None
    names: tuple[str, ...]
    sections: tuple[tuple[str, str | None, tuple[Line, ...]], ...]


@dataclass(frozen=True)
class Said:
    """A turn: where, who under what name, which words, how many minutes after the last."""

    place: Place
    user: str
    name: str
    words: tuple[str, ...]
    minutes: int


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(tuple)
audiences = st.none() | st.sampled_from(AUDIENCES)


def lines(children: st.SearchStrategy[tuple[Line, ...]]) -> st.SearchStrategy[Line]:
    """Bullets with such children."""
    return st.builds(
        Line,
        texts,
        audiences,
        st.sampled_from([False, False, False, True]),
        st.sampled_from([1, 1, 1, 40]),
        children,
        st.sampled_from(
            ("", "", "fact", "owns", "same", "friend", "link", "tags", "struck", "ended")
        ),
    )


leaves = lines(st.just(()))
trees = st.lists(lines(st.lists(leaves, max_size=2).map(tuple)), max_size=4).map(tuple)
third_headings = st.none() | st.sampled_from(("Thesis", "Kettle"))


def sections(headings: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[object, ...]]:
    """Sections under such headings."""
    return st.lists(st.tuples(headings, third_headings, trees), max_size=3).map(tuple)


free_headings = st.sampled_from(("Facts", "Boss", "Notes"))
place_headings = st.sampled_from(tuple(place.slug for place in PLACES))
paths = {
    "people/discord-42.md": free_headings,
    "people/discord-7.md": free_headings,
    "topics/thesis.md": free_headings,
    "lore/kettle.md": free_headings,
    "lore/tea.md": free_headings,
    "sessions/2026-02-02-evening.md": place_headings,
    "sessions/2025-01-02-evening.md": place_headings,
    "days/2026-03-01.md": place_headings,
    "days/2026-02-27.md": place_headings,
    "self/stances.md": free_headings,
    "people/twitch-u9.md": free_headings,
    "self/rules.md": free_headings,
    f"channels/{TAVERN.slug}.md": free_headings,
    f"channels/{DM_42.slug}.md": free_headings,
}
notes = st.sampled_from(sorted(paths)).flatmap(
    lambda path: st.builds(
        Note,
        st.just(path),
        st.sampled_from(NAMES),
        st.sampled_from([None, None, None, "public", *AUDIENCES, "nobody knows"]),
        st.lists(st.sampled_from(NAMES), max_size=3, unique=True).map(tuple),
        sections(paths[path]),
    )
)
worlds = st.tuples(
    st.lists(notes, max_size=5, unique_by=lambda note: note.path).map(tuple),
    st.lists(
        st.builds(
            Said,
            st.sampled_from(PLACES),
            st.sampled_from(("42", "7", "9")),
            st.sampled_from(NAMES),
            texts,
            st.sampled_from((1, 1, 90)),
        ),
        max_size=8,
    ).map(tuple),
)


def narrowed(*keys: str) -> str:
    """The audience of what several limit: written anew, as an oracle."""
    limited = {key for key in keys if key != "everyone"}
    return "everyone" if not limited else limited.pop() if len(limited) == 1 else "owner"


def key_of(written: str) -> str:
    """The audience that is meant by what is written."""
    if written == "public":
        return "everyone"
    return (
        written if written in ("everyone", "owner") or written.startswith("discord-") else "owner"
    )


class Writing:
    """Writes one note, line by line; a forbidden line leaves a blank one behind."""

    def __init__(self, note: Note, may_see: Callable[[str], bool], tag: str) -> None:
        self.note, self.may_see, self.tag = note, may_see, tag
        self.forbidden: list[str] = []
        channel = note.path.startswith("channels/")
        self.base = note.path.removeprefix("channels/")[:-3] if channel else "everyone"
        self.limit = self.base
        if note.visibility is not None:
            self.base = self.limit = key_of(note.visibility)
        self.count = 0

    def text(self) -> str:
        """The whole note."""
        note = self.note
        front = [] if note.visibility is None else [f"visibility: {note.visibility}"]
        if note.path.startswith("lore/"):
            front += LORE_FRONT.get(note.title, [])
        out = ["---", *front, "---"] if front else []
        out += [f"# {note.title}", ""]
        if note.path.startswith("people/"):
            out += ["## Aliases", "", *(f"- {name}" for name in note.names), ""]
        for heading, third, bullets in note.sections:
            own = heading if note.path.startswith(("sessions/", "days/")) else self.base
            hidden = note.path.startswith(("sessions/", "days/")) and not self.may_see(heading)
            # A second title begins a section without a name.
            out += [f"# {note.title}" if hidden else f"## {heading}", ""]
            if hidden:
                out += [] if third is None else ["", ""]
            elif third is not None:
                out += [f"### {third}", ""]
            for bullet in bullets:
                out += self.lines(bullet, narrowed(own, self.limit), "")
            out.append("")
        return "\n".join(out)

    def lines(self, line: Line, inherited: str, indent: str) -> list[str]:
        """Bullets with such children."""
        self.count += 1
        token = f"zq{self.tag}x{self.count}z"
        audience = inherited
        if line.audience is not None:
            audience = narrowed(key_of(line.audience), self.limit)
        tail = ["2026-02-30" if line.damaged else "2026-02-01"]
        if line.audience is not None:
            tail.append(f"in:{line.audience}")
        elif line.damaged:
            tail.append("in:everyone")
        if line.damaged:
            audience = "owner"
        words = " ".join(line.words * line.size)
        said = f"{token} {words}"
        if line.kind == "fact":
            said = f"works_at:: [{said}](../topics/thesis.md)"
        elif line.kind in BEGINNINGS:
            said = f"{BEGINNINGS[line.kind]}{said}"
        elif line.kind == "link":
            said = f"{said} [of](../people/discord-7.md)"
        elif line.kind == "tags":
            tail[1:1] = ["tags:tea|work", "importance:9", "topic:work", "type:procedural"]
        elif line.kind == "ended":
            tail[1:1] = ["since 2026-01", "until 2026-02-20"]
        written = f"{said} ({', '.join(tail)})"
        if line.kind in ("struck", "ended"):
            written = f"~~{written}~~"
        written = f"{indent}- {written}"
        if not self.may_see(audience):
            self.forbidden.append(token)
            written = ""
        below = [
            text for child in line.children for text in self.lines(child, audience, indent + "  ")
        ]
        return [written, *below]


def write_world(
    home: Path, world: tuple[tuple[Note, ...], tuple[Said, ...]], may_see: Callable[[str], bool]
) -> list[str]:
    """Write what may be seen of a world; returns a token of everything that may not."""
    the_notes, said = world
    forbidden: list[str] = []
    for number, note in enumerate(the_notes):
        writing = Writing(note, may_see, str(number))
        text = writing.text()
        forbidden += writing.forbidden
        if may_see(writing.base):
            file = home / "ember" / "memory" / note.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    turns, at = [], FIRST
    for number, one in enumerate(said):
        at += timedelta(minutes=one.minutes)
        token = f"zqsaid{number}z"
        if may_see(one.place.slug):
            author = Author("discord", one.user, one.name)
            turns.append(Turn(str(number), at, one.place, author, f"{token} {' '.join(one.words)}"))
        else:
            forbidden.append(token)
    history = HistoryStore(home / "ember" / "history.sqlite")
    history.record_many(turns)
    history.close()
    return forbidden


FILTERS = (
    RecallFilters(type="semantic"),
    RecallFilters(type="procedural"),
    RecallFilters(tags=("tea",)),
    RecallFilters(topic="finance"),
    RecallFilters(since=FIRST),
    *(RecallFilters(entity=name) for name in ("thesis", "discord-7", "discord:42", "Mary", "Zoë")),
)
WAYS = (
    {},
    *({"filters": one} for one in FILTERS),
    {"profile": "recent"},
    {"profile": "memory_search", "weights": {"threshold": 0.1, "graph": 0.5}},
    {"weights": {"graph": 1.0, "diversity": 0.5, "threshold": 0.0}},
    {"as_of": FIRST + timedelta(minutes=2)},
    {"as_of": FIRST + timedelta(days=400), "filters": RecallFilters(entity="thesis")},
)


async def ask(
    familiar: Familiar, query: str, place: Place, author: Author, mode: Mode, is_broadcast: bool
) -> tuple[object, str]:
    """Everything that a viewer gets, and all that is written of it, the trace too."""
    await familiar.start()
    try:
        await familiar.settle()
        found = [await familiar.search(query, place=place, author=author, **how) for how in WAYS]
        request = RecallRequest(query, author, place, mode=mode, is_broadcast=is_broadcast)
        context = await familiar.recall(request)
    finally:
        await familiar.close()
    told = f"{context.render()} {context.trace.decisions}"
    return (found, context.contributions, context.trace.degraded), told


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch):
    """What a busy machine is late with is left out and said: that is no matter of audience."""
    monkeypatch.setattr(pipeline, "STEPS_S", dict.fromkeys(Mode, 60.0))
    monkeypatch.setattr(pipeline, "DEADLINES_S", dict.fromkeys(Mode, 60.0))


SECRET = Line(("tea", "kettle", "boss"), DM_42.slug, False, 40, ())
OPEN = Line(("tea", "viva"), None, False, 1, ())


@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    world=worlds,
    place=st.sampled_from(PLACES),
    user=st.sampled_from(("42", "7")),
    policy=st.sampled_from(list(AudiencePolicy)),
    query=st.lists(st.sampled_from((*WORDS, "Will,", "ask Will", "はるか")), max_size=6).map(
        " ".join
    ),
    mode=st.sampled_from(list(Mode)),
    is_broadcast=st.sampled_from((False, False, False, True)),
)
@example(
    # A hidden stretch must not decide where the visible one is cut into chunks.
    world=(
        (Note("topics/thesis.md", "Will", None, (), (("Facts", None, (OPEN, SECRET) * 3),)),),
        (),
    ),
    place=TAVERN,
    user="42",
    policy=AudiencePolicy.GUILD,
    query="tea viva",
    mode=Mode.TEXT,
    is_broadcast=False,
)
@example(
    # A hidden longer name must not be in the way of a visible one.
    world=(
        (
            Note("people/discord-42.md", "Mary Jane", "owner", (), ()),
            Note("people/discord-7.md", "Mary", None, (), (("Facts", None, (OPEN,)),)),
        ),
        (),
    ),
    place=TAVERN,
    user="9",
    policy=AudiencePolicy.GUILD,
    query="so Mary Jane",
    mode=Mode.TEXT,
    is_broadcast=False,
)
@example(
    # What somebody is called in private does not name them in public.
    world=(
        (),
        (
            Said(DM_42, "42", "Zoë", ("tea",), 1),
            Said(TAVERN, "42", "Rowan", ("thesis", "tea"), 1),
            Said(TAVERN, "7", "Will", ("thesis", "viva"), 1),
        ),
    ),
    place=TAVERN,
    user="7",
    policy=AudiencePolicy.GUILD,
    query="thesis Zoë",
    mode=Mode.TEXT,
    is_broadcast=False,
)
@example(
    # The third heading of a private section stays in it.
    world=(
        (
            Note(
                "sessions/2026-02-02-evening.md",
                "Will",
                None,
                (),
                ((DM_42.slug, "Kettle", (Line(("tea",), "everyone", False, 1, ()),)),),
            ),
        ),
        (),
    ),
    place=TAVERN,
    user="7",
    policy=AudiencePolicy.OPEN,
    query="kettle",
    mode=Mode.TEXT,
    is_broadcast=False,
)
@example(
    # What a private room shares stays in it, whatever a line of it says.
    world=(
        (
            Note(
                f"channels/{DM_42.slug}.md",
                "Will",
                None,
                (),
                (("Facts", None, (Line(("tea",), "everyone", False, 1, ()),)),),
            ),
        ),
        (),
    ),
    place=TAVERN,
    user="7",
    policy=AudiencePolicy.OPEN,
    query="tea",
    mode=Mode.TEXT,
    is_broadcast=False,
)
def test_what_is_forbidden_might_as_well_not_exist(
    new_familiar, world, place, user, policy, query, mode, is_broadcast
):
    """Hits, scores and rendered bytes are the same in a world that lacks it."""
    author = Author("discord", user, "Somebody")
    if place.is_private:
        author = Author("discord", place.channel, "Somebody")
    rooms = frozenset(s.place.slug for s in world[1] if s.user == author.user_id)
    viewer = Viewer(place.slug, policy, rooms if place.is_private else frozenset())
    setting = f'[audience]\npolicy = "{policy}"\n'
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as part:
        familiars = [new_familiar(Path(home), settings=setting) for home in (whole, part)]
        write_world(Path(whole), world, lambda _: True)
        forbidden = write_world(Path(part), world, lambda key: permits(viewer, key))
        (got, shown), (expected, _) = (
            asyncio.run(ask(familiar, query, place, author, mode, is_broadcast))
            for familiar in familiars
        )
    leaked = [token for token in forbidden if token in f"{shown} {got}"]
    assert (leaked, got) == ([], expected)
