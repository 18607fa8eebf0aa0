"""`familiar tools`: what it prints, and how it ends."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tool_calls import JOB, MAY_WRITE

from familiar_memory.interfaces.cli.main import app

SAID = {
    "ref": "m1",
    "timestamp": "2026-02-02T19:00:00+00:00",
    "platform": "discord",
    "guild": "lantern",
    "channel": "tavern",
    "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
    "text": "hello",
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A shell with a familiar whose operations may write."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path))
    monkeypatch.setenv("FAMILIAR_ID", "ember")

    def run(*line: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as end:
            app(list(line), prog_name="familiar")
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out, told.err

    run("init", "ember", "--embedder", "none")
    with (tmp_path / "ember" / "character.toml").open("a", encoding="utf-8") as settings:
        settings.write(MAY_WRITE)
    chat = tmp_path / "chat.jsonl"
    chat.write_text(json.dumps(SAID), encoding="utf-8")
    run("record", "--jsonl", str(chat))
    return run


def test_the_list_has_what_each_takes(run):
    """And its definitions as JSON, in the form of each SDK."""
    code, out, _ = run("tools")
    assert code == 0
    assert "query [type] [tags] [topK] [weights]" in out
    plain = json.loads(run("tools", "--json")[1])
    assert len(plain) == 7
    openai = json.loads(run("tools", "--json", "--style", "openai")[1])
    assert [one["function"] for one in openai] == plain


@pytest.mark.long
def test_a_memory_lives_on_the_command_line(run):
    """Stored, found, shown, deleted: by its id, as a person of a place and as the owner."""
    here = ("--as", "discord:42", "--place", "discord-lantern.tavern")
    code, out, _ = run("tools", "call", "memory_store", json.dumps(JOB), *here)
    stored = json.loads(out)
    assert (code, stored["stored"]) == (0, True)
    code, out, _ = run("tools", "call", "memory_recall", "-", *here, stdin="{}")
    assert [row["id"] for row in json.loads(out)["results"]] == [stored["id"]]
    code, out, _ = run("tools", "call", "memory_search", '{"query": "Acme"}')
    (row,) = json.loads(out)["results"]
    assert row["content"] == JOB["content"]
    code, out, _ = run("tools", "call", "memory_delete", json.dumps({"id": row["id"]}))
    assert (code, json.loads(out)["deleted"]) == (0, True)
    code, out, _ = run("tools", "call", "memory_search", '{"query": "Acme"}')
    assert (code, json.loads(out)) == (1, {"results": []})
    code, out, _ = run("log", "--json")
    assert '"tool"' in out


@pytest.mark.parametrize(
    "line",
    [
        ("sing",),
        ("call",),
        ("call", "memory_search", "{}", "more"),
        ("call", "memory_sing", "{}"),
        ("call", "memory_search"),
        ("call", "memory_search", "{"),
        ("call", "memory_search", '{"query": "tea", "top_k": 3}'),
        ("call", "memory_store", json.dumps(JOB | {"ttl": "soon"})),
        ("call", "memory_recall", "{}", "--place", "discord-lantern.tavern"),
        ("--style", "xml"),
    ],
)
def test_what_cannot_be_is_an_error_of_usage(run, line):
    """Exit code 2, and nothing on stdout."""
    code, out, err = run("tools", *line)
    assert (code, out) == (2, "")
    assert err


def test_nothing_found_is_no_success(run):
    """Exit code 1, with the answer."""
    for name, given in (
        ("memory_search", {"query": "zebra"}),
        ("memory_recall", {"id": "topics/none.md#^x"}),
        ("memory_graph", {"entity": "Zebra"}),
        ("memory_delete", {"id": "topics/none.md#^x"}),
    ):
        code, out, _ = run("tools", "call", name, json.dumps(given))
        assert code == 1
        assert json.loads(out)


def test_one_undo_takes_a_memory_back_with_its_entities(run):
    """They are one batch of the journal, and nothing of them is found any more."""
    before = json.loads(run("tools", "call", "memory_recall")[1])
    run("tools", "call", "memory_store", json.dumps(JOB), "--as", "discord:42")
    entries = json.loads(run("log", "--json")[1])["changes"]
    (batch,) = {one["batch"] for one in entries if one["source"] == "tool"}
    code, _, err = run("undo", batch, "--yes")
    assert code == 0, err
    assert json.loads(run("tools", "call", "memory_recall")[1]) == before
    assert run("tools", "call", "memory_graph", '{"entity": "Payments"}')[0] == 1
