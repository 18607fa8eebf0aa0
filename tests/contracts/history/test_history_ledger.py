"""Batches and watermarks."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt, LedgerEntry

AT = datetime(2026, 2, 2, tzinfo=UTC)
LATER = datetime(2026, 2, 3, tzinfo=UTC)


def test_a_watermark_starts_at_nothing_and_moves_forward_only(history):
    """Each name has its own."""
    seen = [history.watermark()]
    for turn_id in (5, 3, 9):
        history.set_watermark(turn_id)
        seen.append(history.watermark())
    assert (seen, history.watermark("other")) == ([0, 5, 5, 9], 0)


def test_an_attempt_is_entered(history):
    """The entry comes back, and can be found by its range."""
    batch = history.ledger.note(1, 50, BatchStatus.APPLIED, at=AT, detail="3 files")
    assert batch == LedgerEntry(1, 1, 50, BatchStatus.APPLIED, 1, "3 files", AT)
    assert history.ledger.find(1, 50) == batch
    assert history.ledger.find(1, 49) is None


def test_further_attempts_count_up_on_one_entry(history):
    """The last status, detail and time stand."""
    history.ledger.note(1, 50, BatchStatus.FAILED, at=AT, detail="timeout")
    history.ledger.note(1, 50, BatchStatus.QUARANTINED, at=LATER, detail="gave up")
    assert history.ledger.entries() == [
        LedgerEntry(1, 1, 50, BatchStatus.QUARANTINED, 2, "gave up", LATER)
    ]


def test_watermarks_are_dropped_by_what_they_begin_with(history):
    """So that their reader begins anew; the writer's stays, and no empty prefix drops all."""
    history.set_watermarks(7, ["sleep-days", "sleep-days open", "sleep-day_", "other"])
    history.set_watermark(3)
    history.drop_watermarks(["sleep-days", "nobody"])
    assert history.watermarks_like("sleep-day") == {"sleep-day_": 7}
    with pytest.raises(ValueError, match="empty"):
        history.drop_watermarks(["other", ""])
    assert (history.watermark("other"), history.watermark()) == (7, 3)
    history.set_watermark(2, "sleep-days")
    assert history.watermark("sleep-days") == 2


def test_marks_take_the_place_of_others(history):
    """Also of larger ones; with a prefix that is empty, nothing is done."""
    for name, turn in (("a:1", 5), ("a:2", 6), ("b", 7)):
        history.set_watermark(turn, name)
    history.replace_watermarks(["a:"], {"a:2": 1, "b": 3})
    assert history.watermarks_like("") == {"a:2": 1, "b": 7}
    with pytest.raises(ValueError, match="empty"):
        history.replace_watermarks(["b", ""], {"c": 1})
    assert history.watermarks_like("") == {"a:2": 1, "b": 7}


@pytest.mark.parametrize(
    "prefix", ["a", "a:", "A", "é", "\ud7ff", "\U0010ffff", "a\U0010ffff", "%", "_", "zz"]
)
def test_marks_are_found_and_dropped_by_how_their_names_begin(history, prefix):
    """Whatever stands there: neither capitals nor wildcards are taken for others."""
    names = {"a", "a:", "a:b", "a;", "A", "b", "é", "éa", "ê", "%", "_", "\ud7ff", "\ud7ffx"}
    names |= {"\ue000", "\U0010ffff", "\U0010ffffb", "a\U0010ffff", "a\U0010ffffz"}
    history.set_watermarks(1, names)
    found = {name for name in names if name.startswith(prefix)}
    assert set(history.watermarks_like(prefix)) == found
    history.drop_watermarks([prefix])
    assert set(history.watermarks_like("")) == names - found


def test_the_watermark_moves_with_the_entry(history):
    """In one transaction, if asked to."""
    history.ledger.note(1, 50, BatchStatus.FAILED, at=AT)
    assert history.watermark() == 0
    history.ledger.note(1, 50, BatchStatus.APPLIED, at=AT, advance_to=50)
    assert history.watermark() == 50


def test_entries_are_listed_by_status_newest_first(history):
    """Up to a limit."""
    for first, status in ((1, "applied"), (51, "failed"), (101, "applied"), (151, "applied")):
        history.ledger.note(first, first + 49, BatchStatus(status), at=AT)
    assert [b.first for b in history.ledger.entries()] == [151, 101, 51, 1]
    assert [b.first for b in history.ledger.entries(BatchStatus.APPLIED, limit=2)] == [151, 101]


def test_an_entry_says_which_turns_it_held(history):
    """Other talk may lie between them; by default they are all of the range."""
    some = history.ledger.note(1, 5, BatchStatus.APPLIED, at=AT, turns=(5, 1, 2))
    every = history.ledger.note(6, 8, BatchStatus.APPLIED, at=AT)
    assert history.ledger.after(0, (BatchStatus.APPLIED,)) == [some, every]
    held = [[turn for turn in range(10) if one.holds(turn)] for one in (some, every)]
    assert held == [[1, 2, 5], [6, 7, 8]]


def test_other_turns_of_the_same_range_are_another_batch(history):
    """They have not been tried before."""
    history.ledger.note(1, 5, BatchStatus.FAILED, at=AT, turns=(1, 5))
    again = history.ledger.note(1, 5, BatchStatus.FAILED, at=AT, turns=(1, 5))
    other = history.ledger.note(1, 5, BatchStatus.FAILED, at=AT, turns=(1, 3, 5))
    assert (again.attempts, other.attempts) == (2, 1)


def test_what_failed_and_is_passed_is_an_entry_no_more(history):
    """It was cut otherwise, and is done: nobody need hear of it."""
    history.ledger.note(1, 5, BatchStatus.FAILED, at=AT, turns=(1, 5))
    history.ledger.note(1, 4, BatchStatus.APPLIED, at=AT, turns=(1, 2, 3, 4), advance_to=4)
    history.ledger.note(5, 5, BatchStatus.APPLIED, at=AT, turns=(5,), advance_to=5)
    assert [entry.first for entry in history.ledger.entries()] == [5, 1]
    assert history.ledger.entries(BatchStatus.FAILED) == []


def test_what_fails_and_is_passed_at_once_is_told_and_not_kept(history):
    """The writer has gone on behind it in the same step."""
    entry = history.ledger.note(1, 50, BatchStatus.FAILED, at=AT, advance_to=50)
    assert (entry.first, entry.last, entry.status) == (1, 50, BatchStatus.FAILED)
    assert (history.ledger.entries(), history.watermark()) == ([], 50)


def test_what_a_model_said_is_kept_until_the_batch_goes_through(history):
    """With when it is tried again; an attempt that nobody could make does not count."""
    said = FailedAttempt('{"notes": tea}', LATER)
    history.ledger.note(1, 5, BatchStatus.UNPARSABLE, at=AT, detail="no JSON", failed=said)
    late = FailedAttempt(said.reply, LATER, is_delay=True)
    history.ledger.note(1, 5, BatchStatus.FAILED, at=AT, detail="unreachable", failed=late)
    waiting = history.ledger.note(1, 5, BatchStatus.FAILED, at=AT, detail="busy", failed=late)
    assert waiting == LedgerEntry(
        1, 1, 5, BatchStatus.FAILED, 1, "busy", AT, None, said.reply, LATER, delays=2
    )
    assert history.ledger.entry(1) == waiting
    done = history.ledger.note(1, 5, BatchStatus.APPLIED, at=LATER)
    assert done == LedgerEntry(1, 1, 5, BatchStatus.APPLIED, 2, "", LATER)


def test_what_was_put_aside_is_put_back_once(history):
    """It begins from its first attempt, and keeps its reply; what was not put aside stays."""
    aside = FailedAttempt("hm")
    for first in (1, 6):
        history.ledger.note(first, first + 4, BatchStatus.QUARANTINED, at=AT, failed=aside)
    history.ledger.note(11, 15, BatchStatus.APPLIED, at=AT, advance_to=15)
    back = LedgerEntry(2, 6, 10, BatchStatus.RETURNED, 0, "", AT, None, "hm")
    assert history.ledger.put_back({2, 3, 99}) == [back]
    assert history.ledger.put_back({2}) == []
    history.set_watermark(15)
    assert history.ledger.entries(BatchStatus.RETURNED) == [back]
    assert [one.id for one in history.ledger.entries(BatchStatus.QUARANTINED)] == [1]
    assert history.ledger.entry(99) is None


@pytest.mark.parametrize("change", [{"deleted": True}, {"edited": True, "text": "coffee"}])
def test_a_reply_goes_with_what_it_was_made_of(history, say, change):
    """Whoever edits or deletes a message wants it said no more, and a reply may quote it."""
    history.record_many([say("m1", "tea"), say("m2", "milk", minute=1)])
    said = FailedAttempt("they like tea")
    for first in (1, 2):
        history.ledger.note(first, first, BatchStatus.QUARANTINED, at=AT, detail="?", failed=said)
    history.record(replace(say("m1", "tea", minute=2), **change))
    kept = [(one.first, one.reply, one.detail) for one in history.ledger.entries()]
    assert kept == [(2, "they like tea", "?"), (1, "", "")]


def test_replies_are_dropped_when_they_are_old(history):
    """What became of the batch, and why, stays."""
    said = FailedAttempt("they like tea")
    for first, at in ((1, AT), (2, LATER)):
        history.ledger.note(first, first, BatchStatus.QUARANTINED, at=at, detail="?", failed=said)
    assert history.ledger.drop_replies(LATER) == 1
    assert history.ledger.drop_replies(LATER) == 0
    kept = [(one.first, one.reply, one.detail) for one in history.ledger.entries()]
    assert kept == [(2, "they like tea", "?"), (1, "", "?")]
