"""The recent talk and the recall log, as the users of a familiar have them."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ConfigError
from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.ask.explain_view import show_explanation
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.json_values.answers import explanation_json
from familiar_memory.testing import ScriptedModel

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
REQUEST = RecallRequest("where is the harpsichord?", ROWAN, TAVERN)


def said(number, text, place=TAVERN):
    """A turn of Rowan."""
    return Turn(str(number), AT + timedelta(minutes=number), place, ROWAN, text)


TURNS = (
    said(1, "the harpsichord is in the attic, since spring"),
    said(2, "a harpsichord of my own is a secret", DM),
    *(said(n, f"gravel {n} and nothing else") for n in range(3, 12)),
)


@pytest.fixture
def live(tmp_path, new_familiar):
    """Run something with a familiar that heard of a harpsichord."""

    def run(work, settings=""):
        async def all_of_it():
            async with started(new_familiar(tmp_path, settings=settings)) as familiar:
                await familiar.record_many(TURNS)
                await familiar.settle()
                return await work(familiar)

        return asyncio.run(all_of_it())

    return run


def test_the_search_brings_an_older_turn_that_answers(live):
    """Of this room alone, and beside the newest."""
    found = live(lambda familiar: familiar.conversation(REQUEST))
    refs = [m.ref for m in found.messages]
    # What was said right beside it comes too: neighbours are part of the ranking.
    assert (refs[0], refs[-5:]) == ("1", ["7", "8", "9", "10", "11"])
    assert set(refs[1:-5]) <= {"3", "4", "5", "6"} and "2" not in refs
    assert (found.messages[0].why.value, found.trace.degraded) == ("chosen", ())


def test_the_settings_say_how_much(live):
    """As for everything else."""
    settings = "[conversation]\nturns = 4\nnewest = 2\nall_up_to = 1\n"
    found = live(lambda familiar: familiar.conversation(REQUEST), settings)
    assert [m.ref for m in found.messages] == ["10", "11"]


def test_a_chooser_of_ones_own_takes_the_place_of_the_search(live):
    """Any async callable will do."""

    async def third(question, turns):
        return [3]

    found = live(lambda familiar: familiar.conversation(REQUEST, chooser=third))
    assert found.messages[0].ref == "4"


def logged(familiar):
    """What the log holds once everything is written."""
    familiar.parts.answering.recall_logger.flush()
    return familiar.history.recalls.latest()


@pytest.mark.parametrize(
    ("settings", "questions"),
    [("", [None]), ("[recall]\nlog = false\n", []), ("[recall]\nlog_questions = true\n", ["…"])],
)
def test_what_was_asked_is_kept_only_on_request(live, settings, questions):
    """And nothing at all, where the log is off."""

    async def work(familiar):
        await familiar.recall(REQUEST)
        return logged(familiar)

    kept = [one.question for one in live(work, settings)]
    assert kept == [REQUEST.text if question else None for question in questions]


def test_a_deleted_turn_leaves_the_log_of_a_living_familiar(live):
    """As soon as the bot says that it was deleted."""

    async def work(familiar):
        await familiar.recall(REQUEST)
        before = [ref for one in logged(familiar) for s in one.surfaced for ref in s.refs]
        await familiar.record(Turn("1", AT + timedelta(hours=9), TAVERN, ROWAN, "", deleted=True))
        after = [ref for one in logged(familiar) for s in one.surfaced for ref in s.refs]
        return "1" in before, "1" in after

    assert live(work) == (True, False)


def test_a_log_that_fails_breaks_no_reply(live, monkeypatch):
    """It is only a log."""

    async def work(familiar):
        def broken(recall):
            raise RuntimeError("no")

        monkeypatch.setattr(familiar.parts.answering.recall_logger, "note", broken)
        return await familiar.recall(REQUEST)

    assert "attic" in live(work).render()


def test_odd_settings_are_refused(live):
    """With the name of the key."""
    with pytest.raises(ConfigError, match=r"conversation\.newest"):
        live(lambda familiar: familiar.conversation(REQUEST), "[conversation]\nnewest = 0\n")


@pytest.mark.parametrize("width", [60, 160])
def test_an_explanation_fits_narrow_and_wide_terminals(live, monkeypatch, capsys, width):
    """A small block a candidate, or a row; no line is wider than the terminal."""
    explained = live(lambda familiar: familiar.explain.recall(REQUEST))
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    show_explanation(explained, Output(Invocation()))
    lines = re.sub("\x1b\\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert [line for line in lines if len(line) > width] == []
    assert ("score" in "".join(lines), "kept" in "".join(lines)) == (True, True)
    assert any("forbidden" in line for line in lines)


def test_an_explanation_as_json_has_everything(live):
    """With stable keys, and nothing that JSON cannot say."""
    value = json.loads(json.dumps(explanation_json(live(lambda f: f.explain.recall(REQUEST)))))
    assert list(value) == [
        "visible",
        "forbidden",
        "candidates",
        "decisions",
        "layers",
        "timings_ms",
        "degraded",
    ]
    assert list(value["candidates"][0]) == [
        "rank",
        "subject",
        "step",
        "verdict",
        "reason",
        "score",
        "signals",
        "hit",
    ]


def test_the_model_of_the_slot_chooses_among_older_turns(tmp_path):
    """Without one of the caller's own; it is asked once, and names turns by number."""

    async def work():
        model = ScriptedModel('{"ids": [1]}')
        Familiar.create("ember", home=tmp_path, embedder="none")
        paths = FamiliarPaths(tmp_path, "ember")
        async with started(Familiar(paths, models={"conversation": model})) as familiar:
            await familiar.record_many(TURNS)
            talk = await familiar.conversation(RecallRequest("anything at all?", ROWAN, TAVERN))
        return talk, model.calls

    talk, calls = asyncio.run(work())
    assert [message.text for message in talk.messages][:2] == [TURNS[0].text, TURNS[6].text]
    assert len(calls) == 1
    assert "secret" not in str(calls)
