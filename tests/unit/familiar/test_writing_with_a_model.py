"""A slot in character.toml, a server of either provider, and the notes that come out."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from model_server import Reply
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.ledger.ledger import BatchStatus

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SAID = (
    "I work at the county records office.",
    "halfway through Middlemarch, it is a brick",
    "I moved the choir to the old mill.",
)
OPERATION = {
    "op": "fact",
    "person": "p1",
    "predicate": "reads",
    "text": "Middlemarch",
    "turn": "t2",
    "quote": "halfway through Middlemarch",
    "certainty": "stated",
}
SUMMARY = {"session": "s1", "text": "Rowan reads a brick.", "turn": "t2", "quote": "a brick"}
SAID_BY_MODEL = json.dumps({"summaries": [SUMMARY], "operations": [OPERATION]})


@pytest.fixture(params=["openai", "anthropic"])
def slot(request, model_server, monkeypatch):
    """The settings of a slot of each provider at the server; no call is tried again."""
    monkeypatch.setenv("OUR_KEY", "sk-very-secret")
    slot = model_server.settings_of("memory_writer", request.param)
    return f"{slot}[memory_writer]\nreply_tokens = 2_000\n"


@pytest.fixture
def write(tmp_path, new_familiar):
    """Say it once, and write as often; the reports, and what was used."""

    def run(settings, times=1):
        async def all_of_it():
            familiar = new_familiar(tmp_path, settings=settings)
            async with started(familiar):
                await familiar.record_many(
                    Turn(f"m{n}", AT + timedelta(minutes=n), TAVERN, ROWAN, text)
                    for n, text in enumerate(SAID)
                )
                reports = [await familiar.write() for _ in range(times)]
                return reports, dict(familiar.models.usage())

        return asyncio.run(all_of_it())

    return run


def notes(tmp_path):
    """Every note but that of the place."""
    memory = tmp_path / "ember" / "memory"
    found = sorted(memory.rglob("*.md"))
    return {str(one.relative_to(memory)): one.read_text("utf-8") for one in found}


@pytest.mark.parametrize(
    "reply",
    [
        SAID_BY_MODEL,
        f"```json\n{SAID_BY_MODEL[:-1]},}}\n```\nThat is all.",
        f"<think>What of {{Rowan}}?</think>\n{SAID_BY_MODEL}",
    ],
    ids=["plain", "fenced, a comma too many", "thought aloud"],
)
def test_what_a_model_says_stands_in_the_notes(write, tmp_path, slot, model_server, reply):
    """Beside what needs none; it is asked once, by JSON schema, and what it used is counted."""
    model_server.script = [Reply(reply)]
    (report,), usage = write(slot)
    found = notes(tmp_path)
    assert [one.status for one in report.batches] == [BatchStatus.APPLIED]
    assert "- reads:: Middlemarch (2026-02-02, #tavern, m1, " in found["people/Rowan.md"]
    assert "- works_at:: county records office (" in found["people/Rowan.md"]
    assert "- Rowan reads a brick. (" in found["sessions/2026-02-02-evening.md"]
    (asked,) = model_server.asked
    page = json.loads(asked.body["messages"][-1]["content"])
    assert [turn[3] for turn in page["talk"][0]["turns"]] == list(SAID)
    assert (asked.body["temperature"], sorted(page)) == (0.0, ["known", "talk"])
    assert "sk-very-secret" not in json.dumps(asked.body)
    ((name, _), used), *others = usage.items()
    assert (name, used.calls, used.failures, others) == ("memory_writer", 1, 0, [])


@pytest.mark.parametrize(
    ("reply", "failed"),
    [
        (Reply(SAID_BY_MODEL, finish="length"), BatchStatus.UNPARSABLE),
        (Reply(SAID_BY_MODEL[:-30]), BatchStatus.UNPARSABLE),
        (Reply("I'd rather not.", finish="refusal"), BatchStatus.REFUSED),
        (Reply("busy", status=503), BatchStatus.FAILED),
        (Reply("no such model", status=404), BatchStatus.REFUSED),
        (Reply(resets=True), BatchStatus.FAILED),
        (
            Reply(json.dumps({"operations": [OPERATION | {"text": "x" * 300_000}]})),
            BatchStatus.UNPARSABLE,
        ),
    ],
    ids=["the longest", "cut off", "refused", "busy", "not found", "broken off", "300 KB"],
)
def test_a_model_that_fails_leaves_the_turns_for_the_next_run(
    write, tmp_path, slot, model_server, reply, failed
):
    """Nothing of the batch is written, and nobody falls back to writing without it."""
    model_server.script = [reply, Reply(SAID_BY_MODEL)]
    reports, _ = write(slot, times=2)
    statuses = [one.status for report in reports for one in report.batches]
    assert statuses == [failed, BatchStatus.APPLIED]
    assert not reports[0].is_complete
    assert "reads:: Middlemarch" in notes(tmp_path)["people/Rowan.md"]


def test_a_slot_without_a_key_says_so_and_loses_nothing(write, tmp_path):
    """The run stops with what would mend it; the turns wait."""
    (report,), _ = write('[models.memory_writer]\nprovider = "anthropic"\nmodel = "tiny"\n')
    assert report.stopped == (
        "the model of [models.memory_writer] has no key: $ANTHROPIC_API_KEY is not set"
    )
    assert notes(tmp_path) == {}
