"""What is to be written of a batch is known before the first note is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest
from model_lives import Life, op

from familiar_memory.domain.erasure import Erasure
from familiar_memory.errors import HistoryError, StorageError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.retries.attempts import CutTalk
from familiar_memory.writers.retries.staged_batches import StagedBatches
from familiar_memory.writers.writing import WritingRules


class KilledError(BaseException):
    """The process dies here."""


@pytest.fixture
def life(history: HistoryStore, store: MemoryStore) -> Life:
    """A familiar whose writer asks a model."""
    return Life(history, store)


@pytest.fixture
def dies(monkeypatch: pytest.MonkeyPatch, life: Life):
    """Write, and die before a note is written that is not the first so many."""

    def run(edits: int, turns, *said, **more) -> None:
        edit, done = life.store.edit, []

        def failing(path, change, **options):
            if len(done) == edits:
                raise KilledError
            done.append(path)
            return edit(path, change, **options)

        with monkeypatch.context() as patched:
            patched.setattr(life.store, "edit", failing)
            with pytest.raises(KilledError):
                life.write(turns, *said, **more)

    return run


def _plan(text: str):
    return op("state", "t1", "I collect stamps", person="p1", aspect="who", text=text)


def _tree(store: MemoryStore) -> dict[str, str]:
    return {path: store.read_file(path) for path in store.glob("**/*.md")}


@pytest.mark.parametrize("edits", [0, 1, 2])
def test_a_run_that_died_is_ended_by_the_next_and_nobody_is_asked_again(
    make_turn, life, dies, tmp_path: Path, edits
) -> None:
    """A model that is asked twice says two things: only the first was begun, and is kept."""
    turns = [make_turn("I collect stamps, all of them"), make_turn("I live in Durham.", who="Bex")]
    with HistoryStore(tmp_path / "other.sqlite") as history:
        whole = Life(history, MemoryStore(tmp_path / "other"))
        whole.write(turns, _plan("Collects stamps."))
        ledger = history.ledger.entries()
    dies(edits, turns, _plan("Collects stamps."))
    (entry,) = life.history.ledger.entries()
    assert (entry.status, entry.attempts, life.history.watermark()) == (BatchStatus.STAGED, 0, 0)
    assert life.write([], _plan("Is a collector of stamps.")).is_complete
    assert len(life.asked) == 1
    assert _tree(life.store) == _tree(whole.store)
    assert life.history.ledger.entries() == ledger
    assert ledger[0].staged == ""


def test_what_is_said_meanwhile_is_a_batch_of_its_own(make_turn, life, dies) -> None:
    """The batch that was begun is ended as it was cut."""
    dies(1, [make_turn("I collect stamps, all of them")], _plan("Collects stamps."))
    report = life.write([make_turn("I collect coins as well, you know")])
    assert [(one.first, one.last) for one in report.batches] == [(1, 1), (2, 2)]
    assert len(life.asked) == 2


@pytest.mark.parametrize("change", [{"text": "I collect coins"}, {"deleted": True, "text": ""}])
def test_messages_that_were_changed_are_read_anew(make_turn, life, dies, change) -> None:
    """What was to be written is of what they said before."""
    turns = [make_turn("I collect stamps, all of them"), make_turn("We planted quinces today.")]
    dies(0, turns, _plan("Collects stamps."))
    life.write([replace(turns[0], **change)], summaries=[])
    assert len(life.asked) == 2
    assert not any("Collects stamps" in text for text in _tree(life.store).values())
    assert [one.staged for one in life.history.ledger.entries()] == [""]


def test_what_was_said_before_them_counts_too(make_turn, life, dies) -> None:
    """They may be understood from it."""
    first = make_turn("I sold my stamps last week, all of them")
    life.write([first])
    dies(0, [make_turn("I collect stamps, all of them")], _plan("Collects stamps."))
    life.write([replace(first, text="I never had any of that")])
    assert len(life.asked) == 3


@pytest.mark.parametrize("how", ["deleted", "edited", "made private"])
def test_a_message_from_before_takes_its_words_along(make_turn, life, dies, how) -> None:
    """A model may quote it in what it says of a later batch."""
    first = make_turn("I sold my stamps last week, all of them")
    life.write([first])
    dies(0, [make_turn("I collect stamps, all of them")], _plan("Collects stamps."))
    assert life.history.ledger.find(2, 2).staged
    if how == "made private":
        life.history.make_private([(first.place.twin, first.ref)])
    else:
        more = {"deleted": True, "text": ""} if how == "deleted" else {"text": "nothing"}
        life.history.record(replace(first, **more))
    assert life.history.ledger.find(2, 2).staged == ""


def test_a_place_that_is_named_meanwhile_changes_nothing(make_turn, life, dies) -> None:
    """As when a bot reads its rooms again after the crash."""
    turn = make_turn("I collect stamps, all of them")
    dies(0, [turn], _plan("Collects stamps."))
    life.history.record(replace(turn, place=replace(turn.place, name="Tavern")))
    assert life.write([], _plan("Collects stamps.")).is_complete
    assert len(life.asked) == 1


def test_whatever_is_forgotten_takes_it_along(make_turn, life, dies) -> None:
    """As it takes replies; then the batch is read anew."""
    turns = [make_turn("I collect stamps, all of them"), make_turn("tea is good", who="Bex")]
    dies(0, turns, _plan("Collects stamps."))
    eraser, what = life.history.eraser(lambda: turns[0].timestamp), Erasure(texts=("tea",))
    assert any("replies" in one for one in eraser.residue(what))
    eraser.erase(what)
    assert eraser.residue(what) == ()
    assert [one.staged for one in life.history.ledger.entries()] == [""]
    life.write([])
    assert len(life.asked) == 2


def test_notes_that_cannot_be_written_for_a_moment_ask_nobody_again(
    make_turn, life, monkeypatch
) -> None:
    """The next attempt writes what was to be written."""
    edit = life.store.edit

    def full(path, change, **options):
        raise StorageError("no space left", "free some")

    with monkeypatch.context() as patched:
        patched.setattr(life.store, "edit", full)
        report = life.write([make_turn("I collect stamps, all of them")], _plan("Has stamps."))
    assert not report.is_complete
    assert life.store.edit == edit
    assert life.write([], _plan("Is a collector.")).is_complete
    assert len(life.asked) == 1
    assert any("Has stamps." in text for text in _tree(life.store).values())


def test_a_history_that_is_held_by_somebody_puts_no_batch_aside(
    make_turn, life, monkeypatch
) -> None:
    """As by a backup, just when it is to be staged: nothing is wrong with the batch."""

    def locked(*_, **__):
        raise HistoryError("history.sqlite is locked", "try again")

    with monkeypatch.context() as patched:
        patched.setattr(life.history.ledger, "stage", locked)
        turns = [make_turn("I collect stamps, all of them")]
        for _ in range(4):
            life.write(turns, _plan("Has stamps."))
            turns = []
    assert [one.status for one in life.history.ledger.entries()] == [BatchStatus.FAILED]
    assert life.write([], _plan("Has stamps.")).is_complete


@pytest.mark.parametrize("written", ["", "[]", '[{"is": "Later", "value": {}}]', "\N{SNOWMAN}"])
def test_what_cannot_be_read_is_found_out_again(make_turn, life, dies, written: str) -> None:
    """A newer version wrote it, say; an empty list says that there is nothing to write."""
    dies(0, [make_turn("I collect stamps, all of them")], _plan("Collects stamps."))
    (entry,) = life.history.ledger.entries()
    life.history.ledger.stage(
        1, 1, entry.staged[:64] + written, at=entry.at, turns=entry.turns or ()
    )
    assert life.write([], _plan("Collects stamps.")).is_complete
    assert len(life.asked) == (1 if written == "[]" else 2)


def test_a_dry_run_neither_keeps_nor_uses_it(make_turn, history, store, stored) -> None:
    """It is to show what the writer makes of the talk."""
    turns = stored(make_turn("I live in Durham."))
    at = turns[0].turn.timestamp
    cut = CutTalk("open", turns)
    dry = StagedBatches(history.ledger, lambda: at, dry_run=True)
    dry.stage(cut, (), ())
    assert history.ledger.entries() == []
    real = StagedBatches(history.ledger, lambda: at)
    real.stage(cut, (), ())
    assert (real.of(cut, ()), dry.of(cut, ())) == ((), None)
    assert real.of(cut, turns) is None
    assert real.of(replace(cut, reach="other"), ()) is None


def test_a_batch_that_was_put_back_stays_so_until_it_is_done(make_turn, history, store) -> None:
    """It lies behind the watermark, where nobody would find it as one that was begun."""
    turn = make_turn("I live in Durham.")
    history.record(turn)
    note = history.ledger.note
    note(1, 1, BatchStatus.QUARANTINED, at=turn.timestamp, turns=(1,), advance_to=1)
    history.ledger.put_back({1})
    history.ledger.stage(1, 1, "what is to be written", at=turn.timestamp, turns=(1,))
    (entry,) = history.ledger.entries()
    assert (entry.status, entry.staged) == (BatchStatus.RETURNED, "what is to be written")
    writer = MemoryWriter(
        history,
        store,
        ExtractiveWriter(),
        lambda: turn.timestamp,
        WritingRules(UTC),
    )
    assert writer.run().is_complete
    (entry,) = history.ledger.entries()
    assert (entry.status, entry.staged) == (BatchStatus.APPLIED, "")


@pytest.mark.parametrize("keeps", [True, False])
def test_an_attempt_that_failed_keeps_it_where_it_is_to_be_used(make_turn, history, keeps) -> None:
    """Not where it failed by what was proposed."""
    at = make_turn("x").timestamp
    history.ledger.stage(1, 2, "[]", at=at, turns=(1, 2))
    failed = FailedAttempt(keeps_staged=keeps)
    for turns, kept in (((1, 2), keeps), ((1,), False)):
        entry = history.ledger.note(1, 2, BatchStatus.FAILED, at=at, turns=turns, failed=failed)
        assert entry.staged == ("[]" if kept else "")
