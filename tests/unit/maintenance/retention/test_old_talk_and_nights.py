"""A night in which old words go leaves what the other steps have noted."""

from datetime import UTC, datetime, timedelta

from curated_notes import KEY, NIGHT, Curated, append, on
from old_nights import NOW, swept
from people_and_places import ROWAN

from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.history.nights.night import KeptStep, StepStatus
from familiar_memory.maintenance.retention.old_talk import OldTalk, SortedTalk

NOTE = f"---\nid: {ROWAN.slug}\n---\n# Rowan\n\n## About\n\n- plays the drum\n"
SECRET = "the heron sleeps in the tall bulrushes"


def test_a_night_keeps_marks_reasons_and_replies_of_other_talk(world):
    """`retain` comes last: why the steps before it failed is for the owner to read."""
    history = world.history
    world.say("m1", days_ago=90, text=SECRET)
    world.say("m2", days_ago=1, text="the kettle is warm")
    history.set_watermark(2, "curation:used:0011223344556677")
    history.ledger.note(
        2, 2, BatchStatus.QUARANTINED, at=NOW, detail="no JSON", failed=FailedAttempt("a kettle")
    )
    night = history.nights.begin("sleep", NOW, "b").id
    for name, problem in (("days", "#kitchen (refused)"), ("curate", f"no JSON: {SECRET}")):
        history.nights.note(night, KeptStep(name, StepStatus.FAILED, NOW, problem=problem))
    assert swept(world.step(own=30), world.night()).counts == {"messages emptied": 1}
    assert history.watermark("curation:used:0011223344556677") == 2
    steps = history.nights.last("sleep").steps
    assert [one.problem for one in steps] == ["#kitchen (refused)", ""]
    assert [one.reply for one in history.ledger.entries()] == ["a kettle"]
    assert b"bulrushes" not in world.bytes()


def test_curation_is_asked_once_although_old_words_go_every_night(tmp_path):
    """And a line that a person has deleted does not come back."""
    curated = Curated(tmp_path)
    curated.put(KEY, NOTE)
    for number in range(3):
        curated.said(1, f"old{number}", f"an old word {number}")
    curated.said(4, "m1", "[[Rowan]]: I am learning the lute.")
    talk = OldTalk(curated.history, (), lambda: None)
    moment = datetime(2026, 2, 2, tzinfo=UTC)
    for number in range(3):
        at = NIGHT.at + timedelta(days=number)
        curated.put(KEY, NOTE)
        curated.night_with(lambda page: [append("learns the lute", "d1")], on(at=at))
        (old,) = curated.history.said_before(moment, curated.history.latest_id())[:1] or (None,)
        if old is not None:
            talk.take(SortedTalk((old,)), at)
    assert len(curated.asked) == 1
