"""Laws of the history, for any conversation."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.sessions.limits import SESSION_GAP, SESSION_MAX_TURNS
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.writers.past_talk import PastTalk

texts = st.text(st.characters(codec="utf-8"), max_size=12)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6).filter(str.strip)
"""Ids: one of blanks alone is refused."""
offsets = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
places = st.builds(
    Place, names, names, st.none() | names, st.sampled_from(PlaceKind), st.booleans()
)
authors = st.builds(
    Author, names, names, st.none() | texts, st.none() | texts, st.tuples(texts) | st.just(())
)
any_turn = st.builds(
    Turn,
    ref=names,
    timestamp=st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=offsets),
    place=places,
    author=authors,
    text=texts,
    role=st.sampled_from(Role),
    kind=st.sampled_from(TurnKind),
    reply_to=st.none() | names,
    silent=st.booleans(),
    edited=st.booleans(),
    actions=st.lists(texts, max_size=2).map(tuple),
)

START = datetime(2026, 2, 2, tzinfo=timezone.utc)  # noqa: UP017
chat_turn = st.builds(
    Turn,
    ref=st.integers(0, 8).map(str),
    timestamp=st.integers(0, 600).map(lambda m: START + timedelta(minutes=m)),
    place=st.sampled_from([Place("d", "x"), Place("d", "y")]),
    author=st.sampled_from([Author("d", "1", "A"), Author("d", "1", "B"), Author("d", "2")]),
    text=st.sampled_from(["", "tea", "coffee"]),
    role=st.sampled_from(Role),
    edited=st.booleans(),
    deleted=st.integers(0, 4).map(lambda n: n == 0),
)
chats = st.lists(chat_turn, max_size=25)


@contextmanager
def opened() -> Iterator[HistoryStore]:
    """A new history in a folder that goes away."""
    with tempfile.TemporaryDirectory() as folder, HistoryStore(Path(folder) / "h") as history:
        yield history


def state(history: HistoryStore) -> object:
    """All that can be asked of a history."""
    sessions = {s.key: (s, history.session_turns(s.key)) for s in history.sessions()}
    people = [(a, history.rooms_of(a)) for a in history.authors()]
    return sessions, people, [history.recent_distinct_authors(p) for p in history.places()]


@few_and_many(15, 60, any_turn)
def test_any_turn_is_read_back_equal(turn: Turn) -> None:
    """Whatever it holds, at whatever offset."""
    with opened() as history:
        assert history.record(turn) is RecordOutcome.ADDED
        stored = history.turn(turn.place.slug, turn.ref)
        assert stored is not None
        assert stored.turn == turn
        assert stored.turn.timestamp.isoformat() == turn.timestamp.isoformat()
        assert history.record(turn) is RecordOutcome.UNCHANGED


@few_and_many(15, 60, chats)
def test_one_by_one_or_at_once_is_the_same(chat: list[Turn]) -> None:
    """A batch is no more than its turns."""
    with opened() as one, opened() as other:
        assert [one.record(turn) for turn in chat] == other.record_many(chat)
        assert state(one) == state(other)


@few_and_many(15, 60, chats)
def test_deleted_stays_deleted(chat: list[Turn]) -> None:
    """However a turn comes back, its words do not."""
    with opened() as history:
        history.record_many(chat)
        history.record_many([replace(turn, deleted=True, text="") for turn in chat])
        before = state(history)
        assert set(history.record_many(chat)) <= {RecordOutcome.UNCHANGED}
        assert (state(history), history.turns_after(0, 100)) == (before, [])


@few_and_many(15, 60, chats)
def test_every_turn_lies_in_one_session_of_its_place(chat: list[Turn]) -> None:
    """Sessions are stretches without long silence, not over the limit, and lose nobody."""
    with opened() as history:
        history.record_many(chat)
        for session in history.sessions():
            turns = history.session_turns(session.key)
            assert {t.session for t in turns} <= {session.key}
            assert {t.turn.place.slug for t in turns} <= {session.place}
            assert session.turn_count <= SESSION_MAX_TURNS
            assert all(session.first <= t.turn.timestamp <= session.last for t in turns)
            assert session.last - session.first <= SESSION_GAP * (session.turn_count - 1)
        listed = [t.id for s in history.sessions() for t in history.session_turns(s.key)]
        assert sorted(listed) == [t.id for t in history.turns_after(0, 100)]


@few_and_many(15, 60, chats, st.integers(1, 4))
def test_recent_authors_are_those_that_a_full_reading_finds(chat: list[Turn], limit: int) -> None:
    """The table of who was last seen agrees with the turns themselves."""
    spoken = {(t.place.slug, t.ref): t for t in reversed(chat)}
    first_only = [replace(t, edited=False, deleted=False) for t in reversed(list(spoken.values()))]
    with opened() as history:
        history.record_many(first_only)
        for place in history.places():
            heard = [t for t in history.latest(place.slug, 100)[::-1] if t.turn.role is Role.USER]
            expected = list(dict.fromkeys(t.turn.author.user_id for t in heard))[:limit]
            found = [a.user_id for a in history.recent_distinct_authors(place, limit)]
            assert found == expected


room = Place("d", "x", "g")
kept_or_moved = st.sampled_from([room, room.twin])


@few_and_many(15, 60, st.lists(st.tuples(chat_turn, kept_or_moved), max_size=25))
def test_nothing_private_becomes_public_by_itself(chat: list[tuple[Turn, Place]]) -> None:
    """Once a turn has come as private it stands in the open room no more, nor ever again."""
    with opened() as history:
        private: set[str] = set()
        gone: set[str] = set()
        for turn, place in chat:
            history.record(replace(turn, place=place))
            standing = [t.turn for t in history.turns_after(0, 100)]
            gone |= {turn.ref} if turn.deleted else set()
            if place.is_private and not turn.deleted:
                private.add(turn.ref)
            assert not gone & {t.ref for t in standing}
            assert all(t.place.is_private for t in standing if t.ref in private)
            assert len({t.ref for t in standing}) == len(standing)
            open_now = {s.key for s in history.sessions() if s.place == room.slug}
            heard = [t for key in open_now for t in history.session_turns(key)]
            assert not private & {t.turn.ref for t in heard}


def heard_in(history: HistoryStore, place: Place) -> object:
    """All that the history says of a room, by refs, as ids and revisions are nobody's to see."""
    talk = {
        s.key: (
            s.first,
            s.last,
            s.turn_count,
            [(t.turn.ref, t.turn.text) for t in history.session_turns(s.key)],
        )
        for s in history.sessions()
        if s.place == place.slug
    }
    assert all(history.session(key) is not None for key in talk)
    return talk, [author.user_id for author in history.recent_distinct_authors(place)]


@few_and_many(
    15,
    150,
    st.lists(st.tuples(chat_turn, kept_or_moved), max_size=25),
    st.booleans(),
    st.sets(st.integers(0, 8).map(str)),
)
def test_a_room_has_never_heard_what_is_private_now(
    chat: list[tuple[Turn, Place]], at_once: bool, later: set[str]
) -> None:
    """Its sessions, their numbers, who was last heard: as if those turns had not been said."""
    events = [replace(turn, place=place) for turn, place in chat]
    with opened() as history, opened() as without:
        open_first = [replace(event, place=room) for event in events if event.ref in later]
        history.record_many(open_first)
        standing = {turn.turn.ref for turn in history.turns_after(0, 100)}
        moved = history.make_private((room.twin, ref) for ref in sorted(later))
        assert moved == {(room.twin.slug, ref) for ref in standing}
        assert not history.make_private((room.twin, ref) for ref in later)
        for step in [events] if at_once else [[event] for event in events]:
            history.record_many(step)
        private = {
            event.ref for event in events if history.turn(room.twin.slug, event.ref) is not None
        }
        without.record_many(e for e in (*open_first, *events) if e.ref not in private)
        assert heard_in(history, room) == heard_in(without, room)
        assert history.check() == ()
        listed = sum(s.turn_count for s in history.sessions())
        assert (history.count_older(0), history.counts().sessions) == (
            listed,
            len(history.sessions()),
        )


@few_and_many(15, 100, st.lists(st.tuples(chat_turn, kept_or_moved), max_size=25))
def test_a_session_never_comes_back_as_it_was_stamped_before(
    chat: list[tuple[Turn, Place]],
) -> None:
    """Else an index that was not looking would take what stands there now for what it knew."""
    with opened() as history:
        seen: dict[tuple[str, int], object] = {}
        for turn, place in chat:
            history.record(replace(turn, place=place))
            for session in history.sessions():
                turns = [(t.id, t.turn) for t in history.session_turns(session.key)]
                stamp = (session.key, session.revision)
                assert seen.setdefault(stamp, turns) == turns


@few_and_many(15, 100, st.lists(st.tuples(chat_turn, kept_or_moved), max_size=25), st.data())
def test_names_kept_between_runs_are_those_that_a_new_reading_finds(
    chat: list[tuple[Turn, Place]], data: st.DataObject
) -> None:
    """However turns were edited, deleted or moved meanwhile."""
    with opened() as history:
        past = PastTalk(history, lambda place: place, 10)
        for turn, place in chat:
            history.record(replace(turn, place=place))
            if data.draw(st.booleans()):
                past.refresh()
                anew = PastTalk(history, lambda place: place, 10)
                anew.refresh()
                for one in (room, room.twin):
                    slug = one.slug
                    assert set(past.names(slug)) == set(anew.names(slug))
                    assert past.people(slug) == anew.people(slug)
