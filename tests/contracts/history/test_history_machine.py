"""All back ends of a history live the same life: whatever is asked, they answer alike."""

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from history_back_ends import BACK_ENDS
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from people_and_places import DM

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.memory.surfaced import LoggedRecall, Surfaced
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
from familiar_memory.history import history_file
from familiar_memory.history.base import History
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.history.sessions import dividing, membership
from familiar_memory.testing.memory_history import sessions as memory_sessions

START = datetime(2026, 2, 2, tzinfo=UTC)
ROOM = Place("d", "x", "g")
PLACES = (ROOM, ROOM.twin, DM, Place("d", "ÿ", "g"))
CALLED = ({}, {}, {"name": "tea room"}, {"name": "late"}, {"guild_name": "tea"})
SLUGS = tuple(place.slug for place in PLACES)
REFS = tuple(map(str, range(9)))
AUTHORS = (
    Author("d", "1", "A"),
    Author("d", "1", "B", "b_", ("Bee", "tea")),
    Author("d", "2"),
    Author("t", "1", "A"),
)
TEXTS = ("", "tea", "coffee\ntea\nlate", "\n", 'say "tea"')
moments = st.integers(0, 40).map(lambda n: START + timedelta(minutes=17 * n))
turns = st.builds(
    Turn,
    ref=st.sampled_from(REFS),
    timestamp=moments,
    place=st.builds(
        lambda place, names: replace(place, **names),
        st.sampled_from(PLACES),
        st.sampled_from(CALLED),
    ),
    author=st.sampled_from(AUTHORS),
    text=st.sampled_from(TEXTS),
    role=st.sampled_from((Role.USER, Role.USER, Role.ASSISTANT)),
    kind=st.sampled_from((TurnKind.INTERACTIVE, TurnKind.INTERACTIVE, TurnKind.AUTOMATED)),
    reply_to=st.sampled_from((None, "1")),
    silent=st.integers(0, 5).map(lambda n: n == 0),
    edited=st.booleans(),
    deleted=st.integers(0, 7).map(lambda n: n == 0),
    actions=st.sampled_from(((), ("waves",), ("drinks tea", "waves"))),
)
names = st.tuples(st.sampled_from(SLUGS), st.sampled_from(REFS))
surfaced = st.one_of(
    names.map(lambda name: Surfaced("conversation", name[0], None, name[0], (name[1],))),
    st.builds(
        Surfaced,
        st.just("memory"),
        st.sampled_from(("a.md", "b.md")),
        st.integers(1, 2),
        st.sampled_from((None, *SLUGS)),
        st.lists(st.sampled_from(REFS), max_size=3, unique=True).map(tuple),
    ),
)
recalls = st.builds(
    LoggedRecall,
    moments,
    st.sampled_from((None, *SLUGS)),
    st.sampled_from((None, *(author.slug for author in AUTHORS))),
    st.lists(surfaced, max_size=3).map(tuple),
    st.integers(0, 9),
    st.sampled_from((None, "where is the tea?")),
)
ids = st.integers(0, 12)
marks = st.sampled_from(("memory_writer", "topic:tea", "topic:x"))
erasures = st.builds(
    Erasure,
    turns=st.frozensets(names, max_size=2),
    authors=st.frozensets(st.sampled_from(AUTHORS), max_size=1),
    paths=st.frozensets(st.sampled_from(("a.md", "b.md")), max_size=1),
    texts=st.lists(st.sampled_from(("tea", "late", "Bee")), max_size=1).map(tuple),
)


class Lives(RuleBasedStateMachine):
    """Each step is taken by every back end, and then everything is asked of all."""

    def __init__(self) -> None:
        super().__init__()
        self.held = ExitStack()
        self.all: list[History] = []
        for make in BACK_ENDS.values():
            folder = self.held.enter_context(tempfile.TemporaryDirectory())
            self.all.append(make(Path(folder)))
            self.held.callback(self.all[-1].close)

    def teardown(self) -> None:
        """Close all."""
        self.held.close()

    def alike(self, step) -> None:
        """Take a step in each, which says the same of it and of everything afterwards."""
        first, *others = [(step(history), told(history)) for history in self.all]
        for other in others:
            assert other[0] == first[0]
            for what, answer in first[1].items():
                assert other[1][what] == answer, what

    @rule(given=st.lists(turns, min_size=1, max_size=6))
    def record(self, given):
        """Turns are added, amended, deleted, and come back."""
        self.alike(lambda history: history.record_in_sessions(given))

    @rule(refs=st.lists(st.sampled_from(REFS), max_size=4, unique=True))
    def make_private(self, refs):
        """A channel was closed."""
        self.alike(lambda history: history.make_private((ROOM.twin, ref) for ref in refs))

    @rule(
        first=ids,
        last=ids,
        status=st.sampled_from(BatchStatus),
        at=moments,
        held=st.none() | st.frozensets(ids, max_size=3),
        detail=st.sampled_from(("", "no tea")),
        advance_to=st.none() | ids,
        failed=st.none()
        | st.builds(
            FailedAttempt,
            st.sampled_from(("", '{"text": "no tea"}')),
            st.none() | moments,
            st.booleans(),
            st.booleans(),
        ),
    )
    def note(self, first, last, held, **given):
        """A writer has tried a batch."""
        self.alike(lambda history: history.ledger.note(first, last, turns=held, **given))

    @rule(first=ids, last=ids, at=moments, turns=st.frozensets(ids, max_size=3))
    def stage(self, first, last, **given):
        """A writer knows what is to be written of a batch."""
        self.alike(lambda history: history.ledger.stage(first, last, '{"text": "no tea"}', **given))

    @rule(numbers=st.frozensets(ids, max_size=3))
    def put_back(self, numbers):
        """A person has batches tried again that were put aside."""
        self.alike(lambda history: history.ledger.put_back(numbers))

    @rule(before=moments)
    def drop_replies(self, before):
        """What models said is kept for a while."""
        self.alike(lambda history: history.ledger.drop_replies(before))

    @rule(turn=ids, readers=st.lists(marks, max_size=2))
    def advance(self, turn, readers):
        """Readers have come further."""
        self.alike(lambda history: history.set_watermarks(turn, readers))

    @rule(readers=st.lists(marks, max_size=2))
    def begin_anew(self, readers):
        """Readers are to go through it again."""
        self.alike(lambda history: history.drop_watermarks(readers))

    @rule(given=st.lists(recalls, min_size=1, max_size=4))
    def recall(self, given):
        """Something was put before a model."""
        self.alike(lambda history: history.recalls.add(given))

    @rule(now=moments, days=st.integers(0, 1), rows=st.integers(0, 5))
    def trim(self, now, days, rows):
        """The log is bounded."""
        later = now + timedelta(hours=30)
        self.alike(lambda history: history.recalls.trim(later, keep_days=days, keep_rows=rows))

    @rule(what=erasures)
    def erase(self, what):
        """Something is forgotten, and no residue told."""
        before = [history.eraser(lambda: START).residue(what) for history in self.all]
        # A file keeps bytes of rows that were trimmed until it is next scrubbed.
        in_rows = [any("the bytes of" not in one for one in found) for found in before]
        assert len(set(in_rows)) == 1
        self.alike(lambda history: bool(history.eraser(lambda: START).erase(what)))
        assert [history.eraser(lambda: START).residue(what) for history in self.all] == [
            () for _ in self.all
        ]


def told(history: History) -> dict[str, object]:
    """Everything that a history answers."""
    sessions = history.sessions()
    keys = [one.key for one in sessions]
    turns = history.turns_after(0, 999)
    return {
        "turns": turns,
        "by name": [history.turn(slug, ref) for slug in SLUGS for ref in REFS],
        "named": [history.turns_named(ref) for ref in REFS],
        "every": history.every_turn_after(0, 1_000),
        "words": history.words_said((slug, ref) for slug in SLUGS for ref in REFS),
        "after": (history.turns_after(3, 2), history.count_after(3), history.latest_id()),
        "before": [history.turns_before(SLUGS[:2], at, n) for at in (2, 9) for n in (0, 3)],
        "latest": [history.latest(slug, n) for slug in SLUGS for n in (0, 3, 999)],
        "spoken": [history.spoken(slug, 4) for slug in SLUGS],
        "amendments": history.amendments(SLUGS),
        "sessions": sessions,
        "few": [history.sessions(n) for n in (0, 1, 3)],
        "revisions": history.session_revisions(),
        "of one": [(history.session(key), history.session_turns(key)) for key in keys],
        "read": [history.session_read(key) for key in (*keys, "d-g.x/00000099")],
        "grown": [
            history.session_growth(one.key, one.revision - by, one.turn_count - by)
            for one in sessions
            for by in (0, 1, 2)
        ],
        "held by": history.sessions_of(stored.turn for stored in turns),
        "newer": [history.turns_in_newer(key) for key in (*keys, "no key")],
        "older": [history.count_older(n) for n in (0, 3, 999)],
        "authors": history.authors(),
        "names": [history.names_of(author) for author in AUTHORS],
        "all names": history.names_of_everybody(),
        "names in": [history.names_in(SLUGS[:2]), history.names_in(SLUGS, 4)],
        "recent": [history.recent_distinct_authors(place, n) for place in PLACES for n in (1, 5)],
        "places": history.places(),
        "called": [(place.name, place.guild_name) for place in history.places()],
        "of turns": [(t.turn.place.name, t.turn.place.guild_name) for t in turns],
        "of slugs": history.places_named((*SLUGS, "no-slug")),
        "rooms": [history.rooms_of(author) for author in AUTHORS],
        "marks": (history.watermark(), history.watermarks_like("topic:")),
        "batches": [history.ledger.entries(status) for status in (None, *BatchStatus)],
        "last": history.ledger.last_at(),
        "entry": [history.ledger.entry(n) for n in range(4)],
        "open": history.ledger.after(4, (BatchStatus.FAILED, BatchStatus.APPLIED)),
        "found": [history.ledger.find(n, n + 1) for n in range(4)],
        "log": (history.recalls.latest(), history.recalls.counts()),
        "top": (history.recalls.top_notes(), history.recalls.top_turns(3)),
        "counts": history.counts(),
        "check": history.check(),
    }


@pytest.fixture(autouse=True)
def short_sessions(monkeypatch):
    """A session is full with four turns, so that short lives fill some."""
    for module in (membership, dividing, memory_sessions):
        monkeypatch.setattr(module, "SESSION_MAX_TURNS", 4)


@pytest.fixture(autouse=True)
def hasty_files(monkeypatch):
    """Nothing waits for the disk, which would only make this slow."""
    careful = history_file._be_careful

    def hasty(connection):
        careful(connection)
        connection.execute("PRAGMA synchronous = OFF")

    monkeypatch.setattr(history_file, "_be_careful", hasty)


def test_all_back_ends_live_alike() -> None:
    """A few short lives."""
    run_state_machine_as_test(Lives, settings=settings(max_examples=25, stateful_step_count=10))


@pytest.mark.long
@pytest.mark.timeout(420)
def test_all_back_ends_live_long_alike() -> None:
    """Many long ones."""
    run_state_machine_as_test(Lives, settings=settings(max_examples=120, stateful_step_count=25))
