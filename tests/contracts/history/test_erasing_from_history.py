"""Turns, people and texts leave the history for good, and nothing else does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.memory.surfaced import LoggedRecall, Surfaced
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.traces import Traces
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.history.turns.amendment import RecordOutcome

AT = datetime(2026, 2, 2, 20, tzinfo=UTC)
TAVERN = "discord-lantern.tavern"
SECRET = "the key lies under the mat"


@pytest.fixture
def eraser(history):
    """At one moment."""
    return history.eraser(lambda: AT)


def test_a_turn_is_emptied_and_stays_taken(history, say, eraser):
    """Its words and actions go; the others stay, and an old export brings nothing back."""
    history.record_many([say("m1", SECRET, actions=("waves",)), say("m2", "tea")])
    what = Erasure(turns=frozenset({(TAVERN, "m1"), (TAVERN, "m9")}))
    before = history.session_revisions()
    assert eraser.residue(what) == ("1 turns are there",)
    assert eraser.erase(what) == 1
    assert eraser.residue(what) == ()
    emptied = history.turn(TAVERN, "m1").turn
    assert (emptied.text, emptied.actions, emptied.deleted) == ("", (), True)
    assert history.turn(TAVERN, "m2").turn.text == "tea"
    assert history.session_revisions() != before
    assert history.record(say("m1", SECRET)) is RecordOutcome.UNCHANGED
    assert eraser.erase(what) == 0
    assert history.check() == ()


def test_a_person_leaves_no_name(history, say, eraser):
    """All that they said, every name, where they were last heard; others are as before."""
    rowan, zed = Author("discord", "4242", "Rowan"), Author("discord", "7", "Zed")
    history.record_many([say("m1", SECRET, author=rowan), say("m2", "tea", author=zed)])
    rowena = Author("discord", "4242", "Rowena")
    history.record(say("m3", "more", author=rowena, minute=400))
    history.recalls.add(
        [
            LoggedRecall(AT, TAVERN, rowan.slug, ()),
            LoggedRecall(
                AT, TAVERN, None, (Surfaced("conversation", TAVERN, None, TAVERN, ("m1",)),)
            ),
        ]
    )
    what = Erasure(authors=frozenset({rowan}))
    assert eraser.erase(what) > 0
    assert eraser.residue(what) == ()
    assert [one.user_id for one in history.authors()] == ["7"]
    assert history.recent_distinct_authors(TAVERN) == [zed]
    assert history.turn(TAVERN, "m2").turn.text == "tea"
    assert history.turn(TAVERN, "m3").turn.deleted
    assert len(history.recalls.latest()) == 1
    assert eraser.erase(what) == 0
    assert history.check() == ()
    assert history.record(say("m4", "hello", author=rowan)) is RecordOutcome.ADDED


def test_names_of_places_go_with_whom_and_what_they_name(history, say, eraser):
    """A direct message is called by whom it is with; a room by what its owner liked."""
    dm = Place("discord", "9", None, PlaceKind.DM, name="Rowan", guild_name="Direct Messages")
    room = Place("discord", "tavern", "lantern", name=f"tavern: {SECRET}", guild_name=SECRET)
    rowan = Author("discord", "4242", "Rowan")
    history.record_many([say("m1", "tea", place=dm, author=rowan), say("m2", "tea", place=room)])
    eraser.erase(Erasure(authors=frozenset({rowan})))
    by_slug = {place.slug: place for place in history.places()}
    assert (by_slug[dm.slug].name, by_slug[dm.slug].guild_name) == (None, None)
    assert by_slug[room.slug].name == room.name
    what = Erasure(texts=(SECRET,))
    assert eraser.residue(what)
    assert eraser.erase(what) == 1
    assert eraser.residue(what) == ()
    assert [(one.name, one.guild_name) for one in history.places() if one == room] == [(None, None)]


def test_an_exact_text_goes_wherever_it_stands(history, say, eraser):
    """Turns lose the lines; names, questions, details and marks beside them lose it too."""
    history.record_many(
        [
            say("m1", f"well\n{SECRET}, they say\nbye"),
            say("m2", SECRET),
            say("m3", "tea", author=Author("discord", "42", f"Rowan, {SECRET}")),
            say("m4", "tea", actions=("waves", f"whispers: {SECRET}")),
        ]
    )
    history.recalls.add([LoggedRecall(AT, None, None, (), question=f"is it so that {SECRET}?")])
    history.ledger.note(1, 2, BatchStatus.QUARANTINED, at=AT, detail=f"cannot read {SECRET}")
    history.set_watermark(2, f"topic:{SECRET}")
    history.set_watermark(2)
    what = Erasure(texts=(SECRET,))
    assert len(eraser.residue(what)) >= 5
    assert eraser.erase(what) > 0
    assert eraser.residue(what) == ()
    turns = [history.turn(TAVERN, ref).turn for ref in ("m1", "m2", "m3", "m4")]
    assert [(turn.text, turn.actions, turn.deleted, turn.edited) for turn in turns] == [
        ("well\nbye", (), False, True),
        ("", (), True, False),
        ("tea", (), False, False),
        ("tea", ("waves",), False, True),
    ]
    assert turns[2].author.known_names == ()
    (logged,) = history.recalls.latest()
    assert logged.question is None
    assert [one.detail for one in history.ledger.entries()] == [""]
    assert (history.watermark(), history.watermarks_like("topic:")) == (2, {})
    assert eraser.erase(what) == 0


def test_whoever_follows_is_told_of_a_name_that_went(history, say, eraser):
    """The words stay, the name beside them does not: the session is not what it was."""
    rowan = Author("discord", "4242", "Rowan the Red")
    history.record_many([say("m1", "tea", author=rowan), say("m2", "more tea", author=rowan)])
    history.record(say("m3", "tea", author=Author("discord", "7", "Zed"), minute=400))
    before = {key: revision for key, revision, _ in history.session_revisions()}
    assert eraser.erase(Erasure(texts=("the Red",))) == 1
    after = {key: revision for key, revision, _ in history.session_revisions()}
    named = history.turn(TAVERN, "m1").session
    assert {key for key in after if after[key] != before[key]} == {named}
    assert eraser.erase(Erasure(texts=("the Red",))) == 0
    assert {key: revision for key, revision, _ in history.session_revisions()} == after


def test_the_recall_log_forgets_notes_whose_names_hold_it(history, eraser):
    """The note may have gone long ago, and nobody names it any more."""
    gone, kept = f"topics/{SECRET}.md", "topics/tea.md"
    surfaced = tuple(Surfaced("memory", key, None, None, ()) for key in (gone, kept))
    history.recalls.add([LoggedRecall(AT, TAVERN, None, surfaced)])
    what = Erasure(texts=(SECRET,))
    assert eraser.residue(what)
    assert eraser.erase(what) == 1
    assert eraser.residue(what) == ()
    assert [one.key for one in history.recalls.latest()[0].surfaced] == [kept]


def test_a_place_goes_with_its_id_and_all_that_was_said_there(history, say, eraser):
    """What it is called, who was heard there, what was asked there; the other rooms stay."""
    dm = Place("discord", "284619350177841152", None, PlaceKind.DM, name="Rowan")
    rowan = Author("discord", "4242", "Rowan")
    history.record_many([say("m1", SECRET, place=dm, author=rowan), say("m2", "tea", author=rowan)])
    history.recalls.add(
        [
            LoggedRecall(AT, dm.slug, None, ()),
            LoggedRecall(AT, TAVERN, None, (Surfaced("conversation", dm.slug, None, dm.slug),)),
        ]
    )
    history.ledger.note(1, 1, BatchStatus.UNPARSABLE, at=AT, detail="a reply that tells of it")
    history.ledger.note(2, 2, BatchStatus.UNPARSABLE, at=AT, detail="another")
    what = Erasure(places=frozenset({dm.slug, "discord-dm-9"}))
    assert eraser.residue(what) == ("1 turns are there", "1 places are there")
    assert eraser.erase(what) > 0
    assert eraser.residue(what) == ()
    assert [place.slug for place in history.places()] == ["discord-dm-erased-1", TAVERN]
    assert history.turn(dm.slug, "m1") is None
    emptied = history.turn("discord-dm-erased-1", "m1").turn
    assert (emptied.deleted, emptied.place.name, emptied.text) == (True, None, "")
    assert history.turn(TAVERN, "m2").turn.text == "tea"
    assert history.rooms_of(rowan) == {TAVERN}
    assert [one.surfaced for one in history.recalls.latest()] == [()]
    details = {entry.first: entry.detail for entry in history.ledger.entries()}
    assert details == {1: "", 2: "another"}
    assert eraser.erase(what) == 0
    assert history.check() == ()
    assert history.record(say("m1", "hi", place=dm, author=rowan)) is RecordOutcome.ADDED


def test_an_id_in_what_others_say_becomes_someone(history, say, eraser):
    """The sentence around it stays, and so does what is only like it."""
    told = "hey <@284619350177841152>, and <@2846193501778411527>: tea"
    history.record_many([say("m1", told, actions=("waves at 284619350177841152",))])
    what = Erasure(traces=Traces(ids=frozenset({"284619350177841152"})))
    assert eraser.residue(what) != ()
    assert eraser.erase(what) == 1
    turn = history.turn(TAVERN, "m1").turn
    assert turn.text == "hey someone, and <@2846193501778411527>: tea"
    assert (turn.actions, turn.edited) == (("waves at someone",), True)
    assert history.record(say("m1", told)) is RecordOutcome.UNCHANGED
    assert eraser.erase(what) == 0


def test_every_turn_is_given_out_in_order_of_arrival(history, say):
    """Deleted ones too, without their text."""
    history.record_many([say("m1", "one"), say("m2", "two"), say("m3", "three")])
    history.record(say("m2", "", deleted=True))
    told = [(one.turn.ref, one.turn.text) for one in history.every_turn_after(0, 2)]
    assert told == [("m1", "one"), ("m2", "")]
    last = history.every_turn_after(0, 2)[-1].id
    assert [one.turn.ref for one in history.every_turn_after(last, 9)] == ["m3"]


def test_whatever_is_forgotten_takes_what_models_said_of_failed_batches(history, say, eraser):
    """It is made of a whole page, in words of its own: nobody knows of whom it does not speak."""
    history.record_many([say("m1", "tea"), say("m2", "milk", minute=1)])
    said = FailedAttempt("somebody likes tea")
    history.ledger.note(2, 2, BatchStatus.QUARANTINED, at=AT, detail="odd: some", failed=said)
    what = Erasure(turns=frozenset({(TAVERN, "m1")}))
    assert "1 replies of models are there" in eraser.residue(what)
    assert (eraser.residue(Erasure()), eraser.erase(Erasure())) == ((), 0)
    assert eraser.erase(what) == 2
    assert eraser.residue(what) == ()
    (entry,) = history.ledger.entries()
    assert (entry.status, entry.reply, entry.detail) == (BatchStatus.QUARANTINED, "", "")
