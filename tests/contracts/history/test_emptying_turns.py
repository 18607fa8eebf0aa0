"""Words of turns go, with all that quotes them; what says nothing of them stays."""

from datetime import UTC, datetime

from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.history.nights.night import KeptStep, StepStatus

AT = datetime(2026, 2, 2, 20, tzinfo=UTC)
TAVERN = "discord-lantern.tavern"
SECRET = "the brass key lies under the old blue mat"
MARKS = ("curation:shown:1f0c22aa", "merged 1f0c22aa", "sleep-deleted:1f0c22aa", "sleep-days")


def failed(history, first, reply, detail="the reply is no JSON"):
    """A batch of one turn that failed."""
    said = FailedAttempt(reply)
    history.ledger.note(first, first, BatchStatus.QUARANTINED, at=AT, detail=detail, failed=said)


def step(history, name, problem):
    """A step of the one night, that failed."""
    night = history.nights.begin("sleep", AT, "b1").id
    history.nights.note(night, KeptStep(name, StepStatus.FAILED, AT, problem=problem))


def problems(history):
    """Why the steps of that night failed."""
    return {one.name: one.problem for one in history.nights.last("sleep").steps}


def test_marks_reasons_and_replies_of_others_stay(history, say):
    """Retention empties old words each night: no night forgets what the others have dealt with."""
    history.record_many([say("m1", SECRET), say("m2", "tea"), say("m3", "milk")])
    history.set_watermarks(2, MARKS)
    failed(history, 2, "somebody likes tea")
    step(history, "days", "#kitchen (the model refused)")
    assert history.empty_turns([(TAVERN, "m1")], AT) == 1
    assert [history.watermark(one) for one in MARKS] == [2] * len(MARKS)
    assert problems(history) == {"days": "#kitchen (the model refused)"}
    (entry,) = history.ledger.entries()
    assert (entry.reply, entry.detail) == ("somebody likes tea", "the reply is no JSON")
    assert [history.turn(TAVERN, one).turn.text for one in ("m1", "m2")] == ["", "tea"]
    assert history.record(say("m1", SECRET)).value == "unchanged"
    assert history.empty_turns([(TAVERN, "m1")], AT) == 0


def test_what_is_kept_of_the_batch_of_a_turn_goes(history, say):
    """In whatever words a model has said it."""
    history.record_many([say("m1", SECRET), say("m2", "tea")])
    failed(history, 1, "where one finds how to get in")
    history.empty_turns([(TAVERN, "m1")], AT)
    assert [(one.reply, one.detail) for one in history.ledger.entries()] == [("", "")]


def test_whatever_quotes_the_words_goes(history, say):
    """A run of them within JSON, an action of it, and something short that is said whole."""
    history.record_many(
        [say("m1", f"Well: {SECRET}!", actions=("sings of herons",)), say("m2", "hünter22")]
    )
    history.record_many([say("m3", "tea"), say("m4", "tea"), say("m5", "milk")])
    failed(history, 3, '{"line": "a \\"Brass Key\\nlies under the old blue mat\\", they say"}')
    failed(history, 4, '{"line": "it is h\\u00fcnter22"}')
    failed(history, 5, '{"line": "milk under the mat"}', "")
    step(history, "days", f"no JSON: {SECRET}")
    step(history, "curate", "no JSON: she sings of herons")
    step(history, "retain", "the disk is full")
    history.empty_turns([(TAVERN, "m1"), (TAVERN, "m2")], AT)
    kept = sorted(one.reply for one in history.ledger.entries())
    assert kept == ["", "", '{"line": "milk under the mat"}']
    assert problems(history) == {"days": "", "curate": "", "retain": "the disk is full"}


def test_without_turns_nothing_goes(history, say):
    """As where a night was cut off behind the emptying: the file is rewritten, that is all."""
    history.record(say("m1", "tea"))
    step(history, "days", "the disk is full")
    assert history.empty_turns([], AT) == 0
    assert history.empty_turns([(TAVERN, "m9")], AT) == 0
    assert problems(history) == {"days": "the disk is full"}
