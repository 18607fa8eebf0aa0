"""Every command takes `--json`, before its name or after it, and keeps its keys."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from transcript import run_familiar

from familiar_memory.interfaces.cli.main import app

_CHAT = [
    {
        "ref": "m1",
        "timestamp": "2026-02-02T19:31:00+00:00",
        "channel": "tavern",
        "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
        "text": "I work at the county records office in Durham. \x1b[31m",
    }
]

_KEYS = {
    ("init", "other", "--embedder", "none"): "familiar folder memory embedder reason",
    ("record", "--jsonl", "chat.jsonl"): "read added unchanged amended deleted",
    ("import", "chat.jsonl"): (
        "importer dry_run turns notes brought journal_batch remarks skipped cut"
    ),
    ("write", "--dry-run"): "dry_run turns counts notes not_applied batches stopped",
    ("recall", "office"): "prompt contributions trace",
    ("search", "office"): "hits degraded",
    ("grep", "Durham"): "hits truncated skipped",
    ("show",): "notes unreadable",
    ("show", "people/Rowan.md"): "path size modified revision text",
    ("log",): "changes truncated",
    ("people",): "people",
    ("people", "Rowan"): "path size modified revision text called same_as",
    ("index", "status"): (
        "file embedder embedder_problem replaced_because sizes lag not_searched problems"
    ),
    ("index", "update"): "added changed touched removed unchanged failed held",
    ("index", "rebuild"): "added changed touched removed unchanged failed held",
    ("index", "verify"): "same tables vectors differing_vectors unchecked",
    ("index", "embedder"): (
        "embedder model dimension model_folder of_this_process problem settled_in"
        " being_prepared chunks kept"
    ),
    ("index", "embedder", "none"): "embedder space chunks embedded done settings",
    ("doctor",): "ok checks",
    ("stats",): (
        "turns notes passages facts links aliases waiting_for_writer put_aside not_searched models"
        " surfaced bytes"
    ),
}


@pytest.fixture
def written(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A familiar that knows one thing."""
    monkeypatch.chdir(alone)
    (alone / "chat.jsonl").write_text("\n".join(map(json.dumps, _CHAT)), "utf-8")
    monkeypatch.setenv("FAMILIAR_ID", "ember")
    for command in ("init ember --embedder none", "record --jsonl chat.jsonl", "write"):
        assert run_familiar(command.split()).code == 0
    yield alone


def test_every_command_prints_one_json_value_with_its_keys(written: Path) -> None:
    """One line in a pipe; nothing else on stdout."""
    for command, keys in _KEYS.items():
        ran = run_familiar([*command, "--json"])
        assert ran.code == 0, (command, ran.stderr)
        assert ran.stdout.count("\n") == 1, command
        assert list(json.loads(ran.stdout)) == keys.split(), command


def test_the_counts_of_a_run_are_what_its_lists_say(written: Path) -> None:
    """What was there already is skipped, with its reason; it is no change, so no news."""
    said = _CHAT[0] | {"ref": "again", "text": "I live in Durham, and I hate raisins."}
    (written / "more.jsonl").write_text(json.dumps(said), "utf-8")
    assert run_familiar(["record", "--jsonl", "more.jsonl"]).code == 0
    report = json.loads(run_familiar(["write", "--dry-run", "--json"]).stdout)
    told = Counter[str]()
    for one in report["not_applied"]:
        told[one["verdict"]] += one["count"]
    counts = report["counts"]
    assert told == {"skipped": counts["skipped"]}
    assert counts["skipped"] > 1
    assert sum(note["changes"] for note in report["notes"]) == counts["added"] + counts["retired"]
    shown = run_familiar(["write", "--verbose"])
    assert shown.stdout.rstrip().endswith(f"{len(report['notes'])} notes: {counts['added']} added")
    assert shown.stderr.count("skipped: ") == len(report["not_applied"])


def test_the_hits_of_a_search_have_these_keys(written: Path) -> None:
    """Programs rely on them."""
    ran = run_familiar(["--json", "search", "records office", "--limit", "1"])
    (hit,) = json.loads(ran.stdout)["hits"]
    assert hit | {"score": 0.0} == {
        "ref": "m1",
        "refs": ["m1"],
        "path": "history.sqlite",
        "line": None,
        "text": "I work at the county records office in Durham. \x1b[31m",
        "score": 0.0,
        "source": "conversation",
        "title": hit["title"],
        "heading": "",
        "author": "discord-42",
        "author_name": "Rowan",
        "said_at": "2026-02-02T19:31:00+00:00",
        "audience": "discord-tavern",
        "trust": "said",
        "noted_in": hit["noted_in"],
        "since": None,
        "until": None,
        "is_past": False,
        "times": 1,
        "repeats": [],
        "are_all_repeats": False,
        "fact": hit["fact"],
        "ended": [],
    }


def test_nothing_found_is_an_empty_list_and_exit_code_1(written: Path) -> None:
    """Data is data, also when there is none."""
    ran = run_familiar(["search", "submarine", "--json"])
    assert (ran.code, json.loads(ran.stdout)) == (1, {"hits": [], "degraded": None})


def test_an_error_leaves_stdout_empty(written: Path) -> None:
    """The message is on stderr, in two lines."""
    ran = run_familiar(["show", "../x.md", "--json"])
    assert (ran.code, ran.stdout, len(ran.stderr.splitlines())) == (2, "", 2)


def test_the_demo_as_data_has_no_private_leaks(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In JSON, the questions carry their whole prompt."""
    monkeypatch.chdir(alone)
    value = json.loads(run_familiar(["demo", "--json"]).stdout)
    assert list(value) == ["familiar", "home", "turns", "written", "notes", "questions"]
    assert [question["private_leaks"] for question in value["questions"]] == [[]] * 5
    public, private = value["questions"][:2]
    assert "quit the records office" not in public["prompt"]
    assert "quit the records office" in private["prompt"]


def test_control_characters_of_a_chat_do_not_reach_the_screen(written: Path) -> None:
    """They are shown, not obeyed."""
    ran = run_familiar(["search", "office"])
    assert "\x1b" not in ran.stdout
    assert "�[31m" in ran.stdout


def test_an_unexpected_error_is_short_unless_debugging(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 3; the traceback only when it is asked for."""
    from familiar_memory.store.memory_store import MemoryStore

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(MemoryStore, "grep", fail)
    ran = run_familiar(["grep", "x"])
    assert (ran.code, ran.stderr.splitlines()) == (
        3,
        [
            "familiar: unexpected: RuntimeError: boom",
            "  please report it; run it with --debug to see where it happened",
        ],
    )
    assert "Traceback" in run_familiar(["grep", "x", "--debug"]).stderr
    monkeypatch.setenv("FAMILIAR_MEMORY_DEBUG", "1")
    assert "Traceback" in run_familiar(["grep", "x"]).stderr


def test_an_interruption_ends_with_130(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a shell expects."""
    from familiar_memory.store.memory_store import MemoryStore

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MemoryStore, "grep", interrupt)
    ran = run_familiar(["grep", "x"])
    assert (ran.code, ran.stderr) == (130, "familiar: interrupted\n")


def _commands(group: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in getattr(group, "commands", {}).items():
        yield from _commands(command, (*path, name))
        if getattr(command, "invoke_without_command", True):
            yield (*path, name)


def test_the_help_of_every_command_has_examples() -> None:
    """One to three lines that can be typed."""
    import typer

    commands = list(_commands(typer.main.get_command(app)))
    assert len(commands) == 41
    for command in commands:
        ran = run_familiar([*command, "--help"])
        assert ran.code == 0
        examples = ran.stdout.partition("Examples:")[2]
        assert f"familiar {' '.join(command)}" in examples, command


def test_the_help_loads_nothing_heavy() -> None:
    """`familiar --help` must be instant: no numpy, no pydantic, no index."""
    code = (
        "import sys; sys.argv = ['familiar', '--version'];"
        "from familiar_memory.interfaces.cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pydantic', 'sqlite3', 'asyncio'}\n"
        "print(sorted(heavy & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == ["familiar 0.1.0", "[]"]
