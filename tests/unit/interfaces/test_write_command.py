"""`familiar write --status` and `--replay`: what they print, and how they end."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.interfaces.cli.main import app

LATER = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)


def _line(number, text):
    return json.dumps(
        {
            "ref": f"m{number}",
            "timestamp": f"2026-02-0{number}T19:00:00+00:00",
            "platform": "discord",
            "guild": "lantern",
            "channel": "tavern",
            "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
            "text": text,
        }
    )


@pytest.fixture
def console(tmp_path, monkeypatch, capsys):
    """A shell with a familiar, of whose two messages one was put aside and one waits."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path / "familiars"))
    monkeypatch.setenv("HOME", str(tmp_path))

    def run(*line):
        with pytest.raises(SystemExit) as end:
            app(list(line), prog_name="familiar")
        told = capsys.readouterr()
        return end.value.code or 0, told.out, told.err

    assert run("init", "ember", "--embedder", "none")[0] == 0
    chat = tmp_path / "chat.jsonl"
    texts = ("I work at Initech.", "I live in Durham.")
    chat.write_text("\n".join(_line(n, text) for n, text in enumerate(texts, 1)), "utf-8")
    assert run("record", "--jsonl", str(chat))[0] == 0
    (file,) = (tmp_path / "familiars").rglob("history.sqlite")
    with HistoryStore(file) as history:
        failed = FailedAttempt("well,\nI'd rather not")
        history.ledger.note(
            1, 1, BatchStatus.QUARANTINED, at=LATER, turns=(1,), detail="no JSON",
            advance_to=1, failed=failed,
        )  # fmt: skip
    return run


def test_the_status_is_shown(console):
    """What waits, what was put aside, and what to do about it; nothing is written."""
    code, out, err = console("write", "--status")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "1 turn waits, in 1 batch",
        "place                   turns",
        "discord-lantern.tavern      1",
        "put aside: batch 1, 1 turn in discord-lantern.tavern, said from 2026-02-01 19:00",
        "  no JSON (1 attempt)",
        "  the model said 20 characters: --verbose shows them",
        "`familiar write --replay ID` writes it up after all; `--replay all` all of them",
        "a batch was tried last on 2026-02-03 09:00",
    ]
    _, verbose, _ = console("write", "--status", "--verbose")
    assert "  the model said:\n  | well,\n  | I'd rather not\n" in verbose


def test_the_status_is_json_for_programs(console):
    """Every value, and the reply."""
    _, out, _ = console("write", "--status", "--json")
    status = json.loads(out)
    assert sorted(status) == ["batches", "failed", "is_writing", "last_at", "put_aside", "waiting"]
    assert [(one["id"], one["reply"]) for one in status["put_aside"]] == [
        (1, "well,\nI'd rather not")
    ]


@pytest.mark.parametrize("which", ["1", "all"])
def test_a_batch_is_written_after_all(console, which):
    """And again, to no effect."""
    code, out, _ = console("write", "--replay", which)
    assert (code, out.splitlines()[-1].startswith("1 turn became ")) == (0, True)
    _, after, _ = console("write", "--status")
    assert after.splitlines()[0] == "1 turn waits, in 1 batch"
    assert "put aside" not in after
    again = {
        "1": "batch 1 is not put aside: nothing was done about it\n",
        "all": "nothing was put aside\n",
    }
    assert console("write", "--replay", which)[:2] == (0, again[which])


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (("--replay", "99"), "there is no batch 99"),
        (("--replay", "x"), "'x' is no id of a batch"),
        (("--replay", "1", "--status"), "were given together"),
        (("--replay", "1", "--dry-run"), "were given together"),
    ],
)
def test_what_makes_no_sense_is_refused(console, line, problem):
    """Nothing is changed."""
    code, out, err = console("write", *line)
    assert (code, out) == (2, "")
    assert problem in err
    assert "put aside: batch 1" in console("write", "--status")[1]


def test_who_counts_is_told_of_what_was_put_aside(console):
    """`stats` counts, `doctor` says why; both name the command."""
    assert "put aside" in console("stats")[1]
    assert "`familiar write --replay 1` tries again" in console("doctor")[1]
