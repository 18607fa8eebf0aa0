"""What was known at a moment is told to those who might know it then, and may know it today."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.place import Place

HALL = Place("discord", "hall", "abroad")
VIEWERS = (None, TAVERN, HALL, DM)
MOVES = {
    "": None,
    "moved": "topics/moved.md",
    "replaced": "topics/moved.md",
    "to a room": f"channels/{DM.slug}.md",
}
"""Where a note is moved to in the end, by how."""
PATHS = ("topics/tea.md", "people/discord-42.md")
AUDIENCES = (None, None, "owner", TAVERN.slug, DM.slug)


@dataclass(frozen=True)
class Line:
    """One of a few lines: its `in:`, whether it is struck, whether its words were changed."""

    number: int
    audience: str | None
    is_struck: bool
    is_reworded: bool

    @property
    def token(self):
        """The words by which it is known again."""
        return f"zq{self.number}{'b' if self.is_reworded else 'a'}z"

    def text(self):
        """As written."""
        tail = "" if self.audience is None else f", in:{self.audience}"
        line = f"heron {self.token} (2026-01-01{tail})"
        return f"- ~~{line}~~" if self.is_struck else f"- {line}"


@dataclass(frozen=True)
class Note:
    """A note at one time."""

    visibility: str | None
    lines: tuple[Line, ...]

    def text(self):
        """As written."""
        front = "" if self.visibility is None else f"---\nvisibility: {self.visibility}\n---\n"
        return f"{front}# Tea\n\n" + "".join(f"{line.text()}\n" for line in self.lines)

    def audience(self, line):
        """Written anew, as an oracle."""
        keys = {key for key in (line.audience, self.visibility) if key is not None}
        return "everyone" if not keys else keys.pop() if len(keys) == 1 else "owner"


lines = st.builds(
    Line,
    st.integers(0, 2),
    st.sampled_from(AUDIENCES),
    st.sampled_from((False, False, True)),
    st.sampled_from((False, False, True)),
)
notes = st.none() | st.builds(
    Note,
    st.sampled_from((None, None, None, "owner", DM.slug)),
    st.lists(lines, max_size=3, unique_by=lambda line: line.number).map(tuple),
)
histories = st.lists(notes, min_size=2, max_size=4)


def may_see(place, audience):
    """Of the places of this test; Rowan, whose direct message it is, has spoken nowhere else."""
    return place is None or audience in ("everyone", place.slug)


def expected(then, today, place, room=None):
    """What of a note is told: independent of everything in `recall`.

    `room` is the place to which the note has been moved since.
    """
    if then is None:
        return set()
    standing = {line.token: line for line in (today.lines if today else ())}
    told = set()
    for line in then.lines:
        keys = {then.audience(line), room or "everyone"}
        keys.add(today.audience(standing[line.token]) if line.token in standing else "owner")
        if not line.is_struck and all(may_see(place, key) for key in keys):
            told.add(line.token)
    return told


def tokens(text):
    """The tokens of these lines in a text."""
    return {f"zq{n}{v}z" for n in range(3) for v in "ab" if f"zq{n}{v}z" in text}


def day(number):
    """The end of a day."""
    return datetime(2026, 2, number, 23, 59, tzinfo=UTC)


PUBLIC = Note(None, (Line(0, None, False, False),))


@pytest.mark.long
@settings(
    max_examples=25,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(histories, st.sampled_from(PATHS), st.sampled_from(list(MOVES)))
@example([PUBLIC, Note("owner", PUBLIC.lines)], PATHS[0], "")
@example([PUBLIC, Note(None, (Line(0, "owner", False, False),))], PATHS[1], "")
@example([PUBLIC, Note(None, (Line(0, None, False, True),))], PATHS[1], "")
@example([PUBLIC, Note(None, (Line(0, DM.slug, True, False),))], PATHS[1], "")
@example([PUBLIC, None], PATHS[1], "")
@example([Note("owner", PUBLIC.lines), PUBLIC], PATHS[0], "moved")
@example([PUBLIC, Note(None, (*PUBLIC.lines, Line(1, "owner", False, False)))], PATHS[0], "moved")
@example([PUBLIC, PUBLIC], PATHS[0], "replaced")
@example([PUBLIC, Note(None, (*PUBLIC.lines, Line(1, None, False, False)))], PATHS[0], "to a room")
def test_the_past_is_told_to_those_of_then_who_are_those_of_now(
    tmp_path_factory, new_familiar, history, path, moved
):
    """By search and in the notes of people; what was deleted or reworded is the owner's."""

    async def run():
        home = tmp_path_factory.mktemp("world")
        async with new_familiar(home, now=datetime(2026, 2, 1, 12, tzinfo=UTC)) as familiar:
            clock = familiar.parts.setup.clock
            for number, note in enumerate(history, 1):
                clock.advance(datetime(2026, 2, number, 12, tzinfo=UTC) - clock.now())
                if note is not None:
                    familiar.store.write_file(path, note.text())
                elif familiar.store.exists(path):
                    familiar.store.delete(path)
                await familiar.settle()
            clock.advance(datetime(2026, 2, 20, 12, tzinfo=UTC) - clock.now())
            # Asked before, an answer may be remembered.
            await familiar.search(RecallRequest("heron", place=HALL, author=ROWAN, as_of=day(1)))
            root = familiar.parts.setup.paths.memory
            if moved and history[-1] is not None:
                target = root / MOVES[moved]
                target.parent.mkdir(exist_ok=True)
                (root / path).rename(target)
                await familiar.settle()
            if moved == "replaced" and history[-1] is not None:
                (root / path).write_text("# Another\n\n- nothing of it\n")
                await familiar.settle()
            room = DM.slug if moved == "to a room" else None
            for number, then in enumerate(history, 1):
                if not any(history[:number]):
                    # Of what nobody had seen by then, the dated lines of today count.
                    then = history[-1]
                for place in VIEWERS:
                    wanted = expected(then, history[-1], place, room)
                    found = await familiar.search(
                        RecallRequest("heron", place=place, author=ROWAN, as_of=day(number)),
                        limit=50,
                    )
                    said = [hit.text for hit in found.hits]
                    assert (tokens(" ".join(said)), len(said)) == (wanted, len(wanted))
                    request = RecallRequest("hm", ROWAN, place, as_of=day(number))
                    people = (await familiar.recall(request)).contributions
                    if path in PATHS[1:] and not moved:
                        assert tokens(" ".join(one.text for one in people)) == wanted

    asyncio.run(run())
