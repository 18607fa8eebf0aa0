"""Everything at once: a slot in character.toml, a server, and the context that comes out."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from model_server import Reply
from people_and_places import ROWAN, TAVERN
from typer.testing import CliRunner

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.interfaces.cli.main import app
from familiar_memory.llm.metering import SlotUsage

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SAID = ("The kettle is under the stairs", "The kettle was a gift", "I never liked that kettle")
NOTES = {"people/discord-42.md": "# Rowan\n\n- Rowan is allergic to sesame\n"}
KEY = "sk-very-secret"


@pytest.fixture(params=["openai", "anthropic"])
def slot(request, model_server, monkeypatch):
    """The settings of a slot of each provider at the server."""
    monkeypatch.setenv("OUR_KEY", KEY)
    return model_server.settings_of("filter", request.param)


@pytest.fixture
def recall(tmp_path, new_familiar):
    """The context, and what was used."""

    def run(settings, deadline_s=15.0):
        async def all_of_it():
            familiar = new_familiar(tmp_path, settings=settings)
            put_notes(tmp_path / "ember" / "memory", NOTES)
            async with started(familiar):
                turns = [
                    Turn(f"t{n}", AT + timedelta(hours=2 * n), TAVERN, ROWAN, text)
                    for n, text in enumerate(SAID)
                ]
                await familiar.record_many(turns)
                await familiar.settle()
                request = RecallRequest(
                    "where is the kettle?", ROWAN, TAVERN, deadline_s=deadline_s
                )
                return await familiar.recall(request), dict(familiar.models.usage())

        return asyncio.run(all_of_it())

    return run


def retrieved(context):
    """The texts of what was retrieved."""
    found = [c.text for c in context.contributions if c.source == "content_search.rag"]
    return [line.split(": ", 1)[1] for text in found for line in text.splitlines()]


def reasons(context):
    """Why the filter did not choose."""
    return [
        d.reason for d in context.trace.decisions if (d.step, d.verdict) == ("filter", "ignored")
    ]


def choose(asked):
    """Keep the passage about the stairs."""
    given = json.loads(asked["messages"][-1]["content"])
    return json.dumps({"keep": [p["id"] for p in given["passages"] if "stairs" in p["text"]]})


def test_a_model_in_the_settings_chooses_what_is_recalled(recall, slot, model_server):
    """And what it used is counted."""
    model_server.script = [Reply(choose)]
    context, usage = recall(slot)
    assert retrieved(context) == ["The kettle is under the stairs"]
    assert "allergic to sesame" in context.render()
    assert len(model_server.asked) == 1
    (key, used), *others = usage.items()
    assert (key[0], key[1].split(":")[1], others) == ("filter", "tiny", [])
    assert (used.calls, used.failures, used.input_tokens, used.output_tokens) == (1, 0, 11, 7)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply("nonsense"), "it contains no JSON object"),
        (Reply('```json\n{"keep": ["p', finish="length"), "the reply was cut off"),
        (Reply(status=401), "HTTP status 401"),
        (Reply(status=429, headers={"retry-after": "900"}), "HTTP status 429"),
        (Reply(status=500), "HTTP status 500"),
        (Reply(resets=True), "cannot be reached"),
        (Reply(body=b"<html>"), "something other than a chat completion"),
        (Reply("No.", finish="refusal"), "the model refused"),
    ],
)
def test_a_server_that_misbehaves_changes_nothing(recall, slot, model_server, reply, reason):
    """The ranking stands, people are there, the trace says why."""
    model_server.script = [reply]
    context, usage = recall(slot)
    assert sorted(retrieved(context)) == sorted(SAID)
    assert "allergic to sesame" in context.render()
    assert [reason in why for why in reasons(context)] == [True]
    assert KEY not in repr(context)
    assert sum(used.calls for used in usage.values()) == 1


@pytest.mark.long
def test_a_slow_server_is_left_in_time(recall, slot, model_server):
    """What was found is returned before the caller's deadline, and the call is taken back."""
    model_server.script = [Reply(hangs=True)]
    context, usage = recall(slot, deadline_s=4.0)
    assert sorted(retrieved(context)) == sorted(SAID)
    assert "allergic to sesame" in context.render()
    (reason,) = reasons(context)
    waited_s = float(reason.rpartition("within ")[2].removesuffix(" s"))
    assert 0 < waited_s <= 0.9 * 4.0
    assert model_server.abandoned.wait(10)
    assert [used.failures for used in usage.values()] == [1]


def test_a_slot_without_its_key_is_told_and_hurts_nobody(recall, slot, model_server, monkeypatch):
    """Nobody is asked."""
    monkeypatch.delenv("OUR_KEY")
    context, _ = recall(slot)
    assert sorted(retrieved(context)) == sorted(SAID)
    said = "the model of [models.filter] has no key: $OUR_KEY is not set"
    assert (reasons(context), model_server.asked) == ([said], [])


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Run a command on the familiar, and give its JSON."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "models"))

    def run(*words):
        done = CliRunner().invoke(app, ["-f", "ember", "--home", str(tmp_path), *words, "--json"])
        return done.exit_code, json.loads(done.stdout)

    return run


def checks(told):
    """Facts and findings of each check, by name."""
    return {c["check"]: (c["facts"], [f["what"] for f in c["findings"]]) for c in told["checks"]}


@pytest.mark.long
def test_doctor_tells_the_slots_and_never_a_key(recall, slot, model_server, command, monkeypatch):
    """Whether the key is there, and, when asked, whether the model answers."""
    model_server.script = [Reply(choose), Reply("yes"), Reply(f"{KEY}?", status=401)]
    recall(slot)
    _, told = command("doctor", "--ping")
    found = checks(told)
    assert found["models"][1] == []
    assert found["models"][0][0].endswith("; key in $OUR_KEY")
    assert [fact.endswith("answers (as tiny-1)") for fact in found["ping"][0]] == [True]
    code, told = command("doctor", "--ping")
    assert (code, len(checks(told)["ping"][1])) == (1, 1)
    assert KEY not in json.dumps(told)
    monkeypatch.delenv("OUR_KEY")
    code, told = command("doctor", "--ping")
    assert code == 1
    assert "$OUR_KEY is not set" in checks(told)["models"][1][0]
    assert checks(told)["ping"] == (["no slot can be used"], [])


def test_stats_tell_what_models_used_in_any_process(recall, slot, model_server, command):
    """By slot and model."""
    model_server.script = [Reply(choose)]
    _, usage = recall(slot)
    _, told = command("stats")
    (one,) = told["models"]
    assert (one["slot"], one["calls"], one["input_tokens"], one["output_tokens"]) == (
        "filter",
        1,
        11,
        7,
    )
    assert list(usage.values()) == [SlotUsage(1, 0, 11, 7, next(iter(usage.values())).seconds)]
