"""What recording a turn does to the history."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, StoredTurn, Turn, TurnKind
from familiar_memory.errors import HistoryError, InputError
from familiar_memory.history.turn_rows import AgedTurn
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.history.turns.counting import HistoryCounts

TAVERN = "discord-lantern.tavern"
ADDED, UNCHANGED = RecordOutcome.ADDED, RecordOutcome.UNCHANGED
AMENDED, DELETED = RecordOutcome.AMENDED, RecordOutcome.DELETED


def test_a_turn_is_read_back_as_it_was_recorded(history):
    """Every field, and the offset in which its time was given, comes back."""
    turn = Turn(
        ref="m1",
        timestamp=datetime(2026, 2, 2, 19, 31, 5, 123456, timezone(timedelta(hours=-3.5))),
        place=Place("twitch", "mosslight", None, PlaceKind.STREAM),
        author=Author("twitch", "U 1", "Rowan", "rowan_", ("Ro", "Row")),
        text="tea 🌿\x00 and\r\nlamps",
        role=Role.ASSISTANT,
        kind=TurnKind.AUTOMATED,
        reply_to="m0",
        silent=True,
        actions=("waved", "sat 'down'"),
    )
    assert history.record(turn) is ADDED
    assert history.turn("twitch-stream-mosslight", "m1") == StoredTurn(
        1, turn, "twitch-stream-mosslight/00000001"
    )
    assert history.turn("twitch-stream-mosslight", "m1").turn.timestamp.isoformat() == (
        "2026-02-02T19:31:05.123456-03:30"
    )


@pytest.mark.parametrize(
    "moment",
    [
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=-12))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=14))),
        datetime(1969, 12, 31, 23, 59, 59, 999999, UTC),
    ],
)
def test_moments_at_the_ends_of_time_survive(history, say, moment):
    """Times before 1970 and at both ends of the calendar come back to the microsecond."""
    history.record(say("m1", timestamp=moment))
    assert history.turn(TAVERN, "m1").turn.timestamp.isoformat() == moment.isoformat()


def test_the_same_turn_again_changes_nothing(history, say):
    """Recording twice keeps one turn, at the session's first revision."""
    assert [history.record(say("m1")), history.record(say("m1"))] == [ADDED, UNCHANGED]
    assert history.sessions()[0].revision == 1
    assert history.counts() == HistoryCounts(
        turns=1,
        places=1,
        people=1,
        sessions=1,
        by_kind={"interactive": 1},
        by_role={"user": 1},
        by_platform={"discord": 1},
    )


def test_the_same_ref_in_another_place_is_another_turn(history, say):
    """A name is a place and a ref."""
    other = Place("discord", "build-log", "lantern")
    history.record(say("m1", "here"))
    history.record(say("m1", "there", place=other))
    assert [t.turn.text for t in history.turns_named("m1")] == ["here", "there"]


MODS = Place("discord", "tavern", "lantern", private=True)


def test_a_deletion_finds_the_turn_under_the_rooms_other_privacy(history, say):
    """The channel was made private, or open, after it was said."""
    for ref, said_in, deleted_in in (("m1", MODS, MODS.twin), ("m2", MODS.twin, MODS)):
        history.record(say(ref, place=said_in))
        gone = say(ref, "", place=deleted_in, deleted=True)
        assert [history.record(gone), history.record(gone)] == [DELETED, UNCHANGED]
        assert history.turn(said_in.slug, ref).turn.deleted
        assert history.record(say(ref, place=deleted_in)) is UNCHANGED
        assert [t.turn.text for t in history.turns_after(0, 9)] == []


def test_what_was_said_in_private_stays_there_however_it_comes_back(history, say):
    """An edit that comes as public is an edit of the private turn."""
    history.record(say("m1", "the vault code", place=MODS))
    edit = say("m1", "the new vault code", minute=5, place=MODS.twin, edited=True)
    assert [history.record(edit), history.record(edit)] == [AMENDED, UNCHANGED]
    kept = history.turn(MODS.slug, "m1").turn
    assert (kept.text, kept.place) == ("the new vault code", MODS)
    assert (history.turn(TAVERN, "m1"), history.latest(TAVERN, 9)) == (None, [])
    assert history.rooms_of(kept.author) == {MODS.slug}


def test_what_comes_back_as_private_leaves_the_open_room(history, say):
    """With its id and its time, and whoever has said nothing else there has not been there."""
    history.record_many([say("m1", "tea"), say("m2", "the vault code", who="7")])
    before = history.session_revisions()
    again = say("m2", "the vault code", who="7", place=MODS)
    assert [history.record(again), history.record(again)] == [AMENDED, UNCHANGED]
    assert history.turn(MODS.slug, "m2") == StoredTurn(2, again, f"{MODS.slug}/00000001")
    assert [t.turn.ref for t in history.latest(TAVERN, 9)] == ["m1"]
    assert [t.turn.ref for t in history.session_turns(before[0][0])] == ["m1"]
    assert history.rooms_of(again.author) == {MODS.slug}
    assert before[0][1] < {key: n for key, n, _ in history.session_revisions()}[before[0][0]]
    assert history.record(say("m2", "older words", who="7")) is AMENDED
    assert history.turn(TAVERN, "m2") is None


def test_an_edit_that_comes_as_private_brings_its_new_words_there(history, say):
    """The old words are gone from the open room, the new ones are never in it."""
    history.record(say("m1", "tea"))
    edit = say("m1", "the vault code", minute=5, place=MODS, edited=True)
    assert history.record(edit) is AMENDED
    assert history.turn(TAVERN, "m1") is None
    assert history.turn(MODS.slug, "m1").turn == say(
        "m1", "the vault code", place=MODS, edited=True
    )


def test_an_edit_replaces_the_text_and_keeps_the_time(history, say):
    """The new text stands where the old one was said, and the session's revision grows."""
    history.record(say("m1", "viva on Thursday"))
    assert history.record(say("m1", "viva on Friday", minute=5, edited=True)) is AMENDED
    assert history.turn(TAVERN, "m1").turn == say("m1", "viva on Friday", edited=True)
    assert [(s.revision, s.turn_count) for s in history.sessions()] == [(2, 1)]


@pytest.mark.parametrize(
    "change",
    [
        {"silent": True},
        {"actions": ("waved",)},
        {"reply_to": "m0"},
        {"role": Role.ASSISTANT},
        {"kind": TurnKind.AUTOMATED},
        {"author": Author("discord", "43", "Other")},
        {"edited": True},
    ],
)
def test_any_changed_content_amends(history, say, change):
    """Not the text alone: whatever a turn says of itself."""
    changed = replace(say("m1"), **change)
    history.record(say("m1"))
    assert [history.record(changed), history.record(changed)] == [AMENDED, UNCHANGED]
    assert history.turn(TAVERN, "m1").turn == changed


def test_a_new_name_alone_is_no_amendment(history, say):
    """An old export read again under somebody's new name changes nothing."""
    history.record(say("m1"))
    renamed = say("m1", author=Author("discord", "42", "Renamed"))
    assert history.record(renamed) is UNCHANGED


def test_an_edit_of_an_unknown_turn_is_added(history, say):
    """The edit is all that is known of it."""
    edit = say("m1", "the edit", minute=5, edited=True)
    assert history.record(edit) is ADDED
    assert history.record(say("m1", "the original")) is UNCHANGED
    assert history.turn(TAVERN, "m1").turn == edit


def test_an_old_export_does_not_undo_edits(history, say):
    """A conversation with edits can be recorded again, and nothing changes."""
    lines = [
        say("m1", "first"),
        say("m1", "second", minute=1, edited=True),
        say("m1", "third", minute=2, edited=True),
    ]
    assert history.record_many(lines) == [ADDED, AMENDED, AMENDED]
    assert history.record_many(lines) == [UNCHANGED, UNCHANGED, UNCHANGED]
    assert history.turn(TAVERN, "m1").turn.text == "third"


def test_unmarked_changes_at_the_same_time_follow_each_other(history, say):
    """A bot that never says `edited` may still change a text, and change it back."""
    outcomes = [history.record(say("m1", text)) for text in ("x", "y", "x")]
    assert outcomes == [ADDED, AMENDED, AMENDED]
    assert history.turn(TAVERN, "m1").turn.text == "x"


def test_a_deletion_takes_the_text_away_and_keeps_the_name(history, say):
    """A tombstone stays, so that recording the turn again brings nothing back."""
    turn = say("m1", "the door code is 4471", actions=("whispered 4471",), reply_to="m0")
    history.record(turn)
    gone = replace(turn, text="", deleted=True)
    assert [history.record(gone), history.record(gone)] == [DELETED, UNCHANGED]
    assert history.record(turn) is UNCHANGED
    assert history.record(replace(turn, edited=True, text="4471!")) is UNCHANGED
    assert history.turn(TAVERN, "m1").turn == replace(gone, actions=(), reply_to=None)
    assert history.turns_after(0, 10) == []
    assert history.session_turns(f"{TAVERN}/00000001") == []
    assert history.sessions()[0].revision == 2
    assert (history.counts().turns, history.counts().deleted) == (0, 1)


def test_a_deletion_of_an_unknown_turn_is_remembered(history, say):
    """A turn that arrives after its own deletion does not come to life."""
    assert history.record(say("m1", "", deleted=True)) is DELETED
    assert history.record(say("m1", "late")) is UNCHANGED
    assert history.turn(TAVERN, "m1") == StoredTurn(1, say("m1", "", deleted=True), "")
    assert history.sessions() == []
    assert history.recent_distinct_authors(TAVERN) == []


def test_a_deletion_that_carries_text_stores_none(history, say):
    """Whatever a platform sends along with a deletion is not kept."""
    history.record(say("m1", "secret", deleted=True, actions=("secret",), reply_to="secret"))
    assert history.turn(TAVERN, "m1").turn == say("m1", "", deleted=True)


def test_turns_of_a_batch_are_all_recorded_or_none(history, say):
    """One bad turn, and the good ones before it are not there either."""
    naive = say("m2", timestamp=datetime(2026, 2, 2))
    with pytest.raises(InputError, match="without an offset"):
        history.record_many([say("m1"), naive])
    assert history.turns_after(0, 10) == []


def test_a_failing_iterable_records_nothing(history, say):
    """An import that breaks off leaves no half behind."""

    def lines():
        yield say("m1")
        raise RuntimeError("the network went away")

    with pytest.raises(RuntimeError):
        history.record_many(lines())
    assert history.turns_after(0, 10) == []


@pytest.mark.parametrize(
    "change",
    [
        {"ref": ""},
        {"text": "\ud800"},
        {"actions": ("\udfff",)},
        {"reply_to": "\ud800"},
        {"author": Author("discord", "42", aliases=("\ud800",))},
        {"timestamp": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))},
        {"timestamp": datetime.max.replace(tzinfo=timezone(timedelta(hours=-12)))},
    ],
)
def test_what_cannot_be_stored_is_refused(history, say, change):
    """The refusal is typed, and nothing is written."""
    with pytest.raises(InputError):
        history.record(replace(say("m1"), **change))
    assert history.latest_id() == 0


def test_turns_are_listed_in_the_order_of_arrival(history, say):
    """`turns_after` follows ids, not the times at which things were said."""
    history.record_many([say("late", minute=60), say("early"), say("gone"), say("last")])
    history.record(say("gone", "", deleted=True))
    assert [t.turn.ref for t in history.turns_after(0, 2)] == ["late", "early"]
    assert [t.turn.ref for t in history.turns_after(2, 10)] == ["last"]
    assert history.latest_id() == 4


def test_the_latest_turns_of_a_place_are_by_time(history, say):
    """An imported old conversation does not push out what was said today."""
    history.record_many([say("b", minute=10), say("c", minute=11), say("a", minute=1)])
    history.record(say("x", minute=99, place=Place("discord", "elsewhere")))
    assert [t.turn.ref for t in history.latest(TAVERN, 2)] == ["b", "c"]
    assert history.latest("discord-nowhere", 2) == []


def test_what_holds_no_words_takes_no_place_among_what_was_spoken(history, say):
    """Nor do silent turns and those of timers; an action is something that was done."""
    history.record_many(
        [
            say("said", minute=1),
            say("waved", "", minute=2, actions=("waves",)),
            *(
                say(f"blank{n}", text, minute=3)
                for n, text in enumerate(("", " ", "\n\t", "\u3000"))
            ),
            say("silent", minute=4, silent=True),
            say("timer", minute=4, kind=TurnKind.AUTOMATED),
            say("gone", minute=4),
            say("gone", minute=4, deleted=True),
        ]
    )
    assert [one.turn.ref for one in history.spoken(TAVERN, 9)] == ["said", "waved"]
    assert [one.turn.ref for one in history.spoken(TAVERN, 1)] == ["waved"]


def test_counts_divide_by_kind_role_and_platform(history, say):
    """Silent turns count as turns; deleted ones do not."""
    history.record_many(
        [
            say("m1"),
            say("m2", role=Role.ASSISTANT, who="bot"),
            say("m3", kind=TurnKind.AUTOMATED, silent=True),
            say("m4", place=Place("twitch", "moss"), author=Author("twitch", "9")),
            say("m5", "", deleted=True),
        ]
    )
    assert history.counts() == HistoryCounts(
        turns=4,
        deleted=1,
        silent=1,
        places=2,
        people=2,
        sessions=2,
        by_kind={"interactive": 3, "automated": 1},
        by_role={"user": 3, "assistant": 1},
        by_platform={"discord": 3, "twitch": 1},
    )


def test_nothing_to_record_is_fine(history):
    """An empty batch writes nothing."""
    assert history.record_many([]) == []


def test_a_closed_history_says_so(history, say):
    """Reading and writing; closing it again does nothing."""
    history.record(say("m1"))
    history.close()
    history.close()
    for use in (
        lambda: history.record(say("m2")),
        lambda: history.turn(TAVERN, "m1"),
        lambda: history.sessions(),
        lambda: history.authors(),
        lambda: history.watermark(),
        lambda: history.ledger.entries(),
        lambda: history.recalls.latest(),
    ):
        with pytest.raises(HistoryError, match=f"{re.escape(history.name)} is closed"):
            use()


def test_threads_share_one_history(history, say):
    """No turn is lost or doubled, and ids are in the order of arrival."""
    start = threading.Barrier(8)

    def work(worker: int) -> None:
        start.wait()
        for n in range(25):
            history.record(say(f"{worker}-{n}", minute=n, who=str(worker)))
            history.record(say(f"shared-{n}", minute=n))
            assert history.recent_distinct_authors("discord-lantern.tavern")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    refs = [t.turn.ref for t in history.turns_after(0, 1000)]
    assert len(refs) == len(set(refs)) == 8 * 25 + 25
    assert [s.turn_count for s in history.sessions()] in ([25, 200], [200, 25])
    assert history.check() == ()


def test_turns_said_before_a_moment_are_found_without_their_words(history, say):
    """By when they were said, of those that had arrived by then; deleted ones are left out."""
    turns = [
        say("late", minute=9),
        say("old", minute=1),
        say("gone", minute=1),
        say("at", minute=5),
    ]
    history.record_many([*turns, say("older", minute=0), say("gone", deleted=True)])
    moment = datetime(2026, 2, 2, 19, 5, tzinfo=UTC)
    old = AgedTurn(2, (TAVERN, "old"), datetime(2026, 2, 2, 19, 1, tzinfo=UTC))
    older = AgedTurn(5, (TAVERN, "older"), datetime(2026, 2, 2, 19, 0, tzinfo=UTC))
    assert history.said_before(moment, 5) == [old, older]
    assert history.said_before(moment.astimezone(timezone(timedelta(hours=9))), 4) == [old]
