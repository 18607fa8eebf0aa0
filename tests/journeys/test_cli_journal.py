"""The commands that tell of changes and take them back, and the one that follows them."""

import asyncio
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from transcript import Ran, run_familiar

_CHAT = [
    {
        "ref": ref,
        "timestamp": "2026-02-02T19:31:00+00:00",
        "channel": channel,
        "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
        "text": text,
    }
    for ref, channel, text in (
        ("m1", "tavern", "I work at the county records office in Durham."),
        ("m2", "kitchen", "The kettle is on."),
        ("m2", "tavern", "The kettle is off."),
    )
]
_MEMORY = Path("familiars/ember/memory")
_ROWAN = "people/Rowan.md"


@pytest.fixture
def written(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A familiar that knows one thing; its memory folder."""
    monkeypatch.chdir(alone)
    (alone / "chat.jsonl").write_text("\n".join(map(json.dumps, _CHAT)), "utf-8")
    monkeypatch.setenv("FAMILIAR_ID", "ember")
    for command in ("init ember --embedder none", "record --jsonl chat.jsonl", "write"):
        assert run_familiar(command.split()).code == 0
    assert run_familiar(["index", "update"]).code == 0
    yield alone / _MEMORY


def _run(command: str) -> Ran:
    return run_familiar(command.split())


def _changes(*options: str) -> list[dict[str, Any]]:
    changes: list[dict[str, Any]] = json.loads(run_familiar(["log", "--json", *options]).stdout)[
        "changes"
    ]
    return changes


def _told(*options: str) -> list[tuple[str, str]]:
    return [(one["source"], one["path"]) for one in _changes(*options)]


def test_the_log_is_narrowed_by_all_that_it_tells(written: Path) -> None:
    """By note, folder, author, turn and time; several conditions count together."""
    (written / "topics").mkdir(exist_ok=True)
    (written / "topics" / "tea.md").write_text("# Tea\n", "utf-8")
    human = [("human", "topics/tea.md")]
    assert _told()[0] == human[0]
    assert _told("topics") == _told("topics/tea") == _told("./topics/tea.md") == human
    assert _told("--author", "human") == _told("--since", "1h", "-n", "1") == human
    assert ("memory_writer", _ROWAN) in _told("--ref", "m1")
    assert _told("--ref", "m1", "--author", "human") == []
    assert _told("--since", "2999-01-01") == []


def test_the_keys_of_a_change_are_these(written: Path) -> None:
    """Programs rely on them."""
    later, one = _changes(_ROWAN, "--diff")
    assert later["after_bytes"] == (written / _ROWAN).stat().st_size
    assert one | {"id": "", "time": "", "after": "", "batch": None} == {
        "id": "",
        "time": "",
        "source": "memory_writer",
        "operation": "edit",
        "state": "done",
        "path": _ROWAN,
        "moved_to": None,
        "batch": None,
        "refs": ["m1"],
        "before": None,
        "after": "",
        "before_bytes": 0,
        "after_bytes": later["before_bytes"],
        "lines_added": 18,
        "lines_removed": 0,
        "diff": one["diff"],
        "diff_problem": None,
    }
    assert one["diff"][:4] == [
        "--- /dev/null",
        f"+++ b/{_ROWAN}",
        "@@ -0,0 +1,18 @@",
        "+---",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminal")
def test_a_person_sees_days_and_colours(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 80 columns a change is one line, with the note last."""
    import os
    import pty

    monkeypatch.delenv("NO_COLOR")
    ours, theirs = pty.openpty()
    code = "from familiar_memory.interfaces.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, "log", _ROWAN],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "80", "TERM": "xterm-256color"},
        check=True,
        timeout=60,
    )
    os.close(theirs)
    printed = os.read(ours, 65_536).decode()
    os.close(ours)
    assert done.returncode == 0
    day, _, line = printed.splitlines()
    assert "\x1b[1m" in day and " 20" in day
    assert "\x1b[36mmemory_writer\x1b[0m  created  \x1b[32m+18\x1b[0m  " + _ROWAN in line


def test_nothing_known_is_said_in_a_sentence(written: Path) -> None:
    """With exit code 1, and no table."""
    ran = _run("log people/nobody")
    assert (ran.code, ran.stdout, ran.stderr) == (1, "", "no change of people/nobody is known\n")
    ran = _run("log --author ghost")
    assert (ran.code, ran.stdout, ran.stderr) == (1, "", "no such change is known\n")
    assert _run("log --batch 0123456789").code == 1
    assert _run("log --since soon").code == 2


def test_bytes_that_are_no_text_are_told_by_their_size(written: Path) -> None:
    """And so is a version that is gone."""
    (written / "bad.md").write_bytes(b"caf\xe9\n")
    ran = _run("log bad.md --diff")
    assert "human  created bad.md" in ran.stdout
    assert "not text: only the sizes can be shown" in ran.stdout
    assert _run("log bad.md").stdout.splitlines()[1].split()[-2:] == ["+5", "B"]
    (Path("familiars") / "ember" / "journal" / "images.sqlite").unlink()
    assert "the version after this change is no longer kept" in _run("log bad.md --diff").stdout


def test_a_stale_buffers_save_is_taken_back_and_what_was_typed_stays(written: Path) -> None:
    """The plan says so first, and the dry run changes nothing; recall sees what comes back."""
    note = written / _ROWAN
    stale = note.read_bytes()
    turn = _CHAT[0] | {"ref": "m9", "text": "I love rhubarb pie."}
    Path("more.jsonl").write_text(json.dumps(turn), "utf-8")
    for command in ("record --jsonl more.jsonl", "write"):
        assert _run(command).code == 0
    assert b"rhubarb" in note.read_bytes()
    note.write_bytes(stale + b"- Owes me a pint.\n")
    assert _told("-n", "1") == [("human", _ROWAN)]
    entry = _changes("-n", "1")[0]["id"]
    plan = json.loads(_run(f"undo {entry[:8]} --dry-run --json").stdout)
    assert (plan["dry_run"], plan["undone"], plan["batch"]) == (True, [entry], None)
    assert [(one["path"], one["way"]) for one in plan["notes"]] == [(_ROWAN, "rejoined")]
    assert b"rhubarb" not in note.read_bytes()
    refused = _run(f"undo {entry}")
    assert (refused.code, "--yes does it" in refused.stderr) == (2, True)
    done = _run(f"undo {entry} --yes")
    assert (done.code, done.stdout.splitlines()[-1]) == (0, "undone: 1 note changed")
    text = note.read_text("utf-8")
    assert "loves:: rhubarb pie" in text
    assert text.endswith("- Owes me a pint.\n")
    assert _run("search pint --json").code == 0
    batch = _changes("-n", "1")[0]["batch"]
    assert _run(f"undo {batch} --yes").code == 0
    assert note.read_bytes() == stale + b"- Owes me a pint.\n"
    assert _run(f"undo {entry} --whole --yes").code == 0
    assert b"pint" not in note.read_bytes()
    assert b"rhubarb" in note.read_bytes()


def test_a_conflict_is_named_and_nothing_is_written(written: Path) -> None:
    """With the change that is in the way."""
    (written / "a.md").write_text("one\n", "utf-8")
    first = _changes("a.md")[0]["id"]
    (written / "a.md").write_text("two\n", "utf-8")
    ran = _run(f"undo {first} --yes")
    assert ran.code == 1
    assert "conflict: a.md: these lines were changed since:\n  two\n" in ran.stderr
    assert f"changed later: {_changes('a.md')[0]['id'][:8]}" in ran.stderr
    assert (written / "a.md").read_text("utf-8") == "two\n"
    value = json.loads(_run(f"undo {first} --yes --json").stdout)
    assert [one["path"] for one in value["conflicts"]] == ["a.md"]
    assert _run("undo 0123456789abcdef --yes").code == 1


def test_a_note_is_shown_as_it_was(written: Path) -> None:
    """At an instant; before it was there, after it went, and where nothing is known of it."""
    (written / "a.md").write_text("one\n", "utf-8")
    made = _changes("a.md")[0]
    (written / "a.md").write_text("two\n", "utf-8")
    edited = _changes("a.md")[0]
    at = json.loads(run_familiar(["show", "a", "--as-of", made["time"], "--json"]).stdout)
    assert at == {
        "path": "a.md",
        "as_of": made["time"],
        "since": made["time"],
        "revision": made["after"],
        "size": 4,
        "text": "one\n",
    }
    assert run_familiar(["show", "a.md", "--as-of", edited["time"]]).stdout == "two\n"
    assert run_familiar(["show", "a.md", "--as-of", "today"]).stdout == "two\n"
    before = _run("show a.md --as-of 2020-01-01")
    assert (before.code, before.stdout) == (1, "")
    assert before.stderr.startswith(
        "familiar: a.md was not there on 2020-01-01 23:59\n  it was made"
    )
    (written / "a.md").unlink()
    gone = _run("show a.md --as-of now")
    assert (gone.code, "deleted" in gone.stderr) == (1, True)
    assert _run("show never.md --as-of now").stderr.startswith(
        "familiar: there is no note 'never.md', and never was"
    )
    assert _run("show people --as-of now").stderr.startswith("familiar: people is a folder")
    assert _run("show a.md --as-of soon").code == 2


def test_notes_folders_and_turns_are_brought_up_to_date_by_name(written: Path) -> None:
    """A bare ref is enough where one place has it."""
    (written / "topics").mkdir(exist_ok=True)
    (written / "topics" / "tea.md").write_text("# Tea\n", "utf-8")
    value = json.loads(_run("index update topics people/Rowan m1 --json").stdout)
    assert value["documents"] == [{"path": "topics/tea.md", "what": "added"}]
    assert (value["added"], value["unchanged"] + value["touched"]) == (1, 2)
    (written / "topics" / "tea.md").unlink()
    assert _run("index update topics").stdout.splitlines()[0] == "removed  topics/tea.md"
    several = _run("index update m2")
    assert (several.code, several.stderr) == (
        2,
        "familiar: 2 places have a turn 'm2'\n  say which: discord-kitchen/m2, discord-tavern/m2\n",
    )
    assert _run("index update discord-kitchen/m2").code == 0
    unknown = _run("index update nothing-such")
    assert unknown.code == 1
    assert unknown.stderr.startswith("familiar: 'nothing-such' is not a note, a folder or a turn\n")
    (written / "picture.png").write_bytes(b"x")
    assert _run("index update picture.png").code == 2


def test_one_look_of_the_watch_tells_what_changed(written: Path) -> None:
    """As lines, and with exit code 3 when a note cannot be indexed."""
    (written / "tea.md").write_text("# Tea\n", "utf-8")
    ran = _run("watch --once --json")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(one["path"], one["what"], one["by"]) for one in lines] == [
        ("tea.md", "added", "human")
    ]
    assert (ran.code, ran.stderr) == (0, "1 added\n")
    assert _run("watch --once").output == "nothing changed\n"
    (written / "bad.md").write_bytes(b"caf\xe9")
    ran = _run("watch --once")
    assert ran.code == 3
    assert "failed   bad.md  not UTF-8" in ran.stdout


def test_a_move_by_hand_is_one_line_of_the_watch(written: Path) -> None:
    """Under its new name, and counted once."""
    (written / "tea.md").write_text("# Tea\n\n- likes sencha\n", "utf-8")
    assert _run("watch --once").code == 0
    (written / "tea.md").rename(written / "sencha.md")
    ran = _run("watch --once")
    assert [line.split()[1:5] for line in ran.stdout.splitlines()] == [
        ["moved", "sencha.md", "human", "was"]
    ]
    assert ran.stderr == "1 moved\n"
    (written / "sencha.md").rename(written / "leaves.md")
    line = json.loads(_run("watch --once --json").stdout)
    assert (line["what"], line["path"], line["moved_from"]) == ("moved", "leaves.md", "sencha.md")


@pytest.mark.parametrize("name", ["Ro", "Rowan Kerr"])
def test_a_move_of_a_note_with_an_id_is_a_line_of_the_watch_too(written: Path, name: str) -> None:
    """In the index nothing changes by it."""
    (written / _ROWAN).rename(written / f"people/{name}.md")
    ran = _run("watch --once")
    assert [line.split()[1] for line in ran.stdout.splitlines()] == ["moved"]
    assert f"people/{name}.md  human  was {_ROWAN}" in ran.stdout
    assert _run("watch --once").output == "nothing changed\n"
    assert "moved" in _run("log people/discord-42").stdout


def test_one_look_that_finds_nothing_is_json_too(written: Path) -> None:
    """One document, with the keys of every line."""
    line = json.loads(_run("watch --once --json").stdout)
    assert (line["what"], line["path"], line["change"]) == ("unchanged", None, None)


def test_the_watch_ends_when_it_is_told_to(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was begun is finished, and what was seen is summed up."""
    from familiar_memory.familiar import Familiar
    from familiar_memory.interfaces.cli.frame.invocation import Invocation
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.interfaces.cli.upkeep.watching import follow

    (written / "tea.md").write_text("# Tea\n", "utf-8")

    async def run() -> None:
        familiar = Familiar.open("ember", home="familiars")
        await familiar.start()
        stop = asyncio.Event()
        stop.set()
        await follow(familiar.parts, Output(Invocation()), stop)
        await familiar.close()

    asyncio.run(run())
    printed = capsys.readouterr()
    assert "added    tea.md  human  +1" in printed.out
    assert printed.err.startswith(f"watching {_MEMORY}: ")
    assert printed.err.endswith("1 added\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_a_real_watch_tells_a_save_and_ends_with_ctrl_c(written: Path) -> None:
    """Beside it another process writes; it ends with 0 and a summary."""
    code = "from familiar_memory.interfaces.cli.main import run; run()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "watch", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as watch:
        assert watch.stdout is not None and watch.stderr is not None
        assert watch.stderr.readline().startswith("watching ")
        (written / "tea.md").write_text("# Tea\n", "utf-8")
        line = json.loads(watch.stdout.readline())
        with (written / _ROWAN).open("a", encoding="utf-8") as note:
            note.write("- likes herons\n")
        edited = json.loads(watch.stdout.readline())
        watch.send_signal(signal.SIGINT)
        rest = watch.stderr.read()
        assert watch.wait(30) == 0
    assert (line["path"], line["what"]) == ("tea.md", "added")
    # What the writer had written before is not what is told, nor what would be undone.
    newest = _changes(_ROWAN)[0]
    assert (edited["path"], edited["by"], newest["source"]) == (_ROWAN, "human", "human")
    assert edited["change"] == newest["id"]
    assert rest.splitlines()[-1].startswith("1 added")


def test_doctor_tells_what_is_wrong_with_the_journal(written: Path) -> None:
    """Where, and how to mend it; with --fix it does what is safe."""
    journal = Path("familiars") / "ember" / "journal"
    with (journal / "audit.jsonl").open("ab") as log:
        log.write(b"{torn\n")
    left = written / "people" / f".{'0' * 16}.new.discord-42.md.fm-tmp"
    left.write_bytes(b"half")
    checks = {
        one["check"]: [finding["what"] for finding in one["findings"]]
        for one in json.loads(_run("doctor --json").stdout)["checks"]
    }
    (line,) = checks["journal"]
    number = len((journal / "audit.jsonl").read_bytes().splitlines())
    assert line.startswith(f"journal/audit.jsonl:{number}: not a journal line")
    assert checks["writes"] == [
        f"people/{left.name}: a temporary file of a write that was cut off, or is under way"
    ]
    fixed = _run("doctor --fix")
    assert fixed.stdout.splitlines()[0] == "→ deleted temporary files: 1"
    assert "✓ writes" in fixed.stdout
    assert not left.exists()


def test_doctor_keeps_again_what_the_images_have_lost(written: Path) -> None:
    """A note whose newest version is not kept is one that could not be undone."""
    (Path("familiars") / "ember" / "journal" / "images.sqlite").unlink()
    told = _run("doctor").stdout
    assert f"✗ journal: the newest version of {_ROWAN} is not kept" in told
    fixed = _run("doctor --fix").stdout
    assert f"→ kept the current version of {_ROWAN}" in fixed
    assert "✓ journal" in fixed


def test_most_notes_deleted_without_an_index_are_asked_about(written: Path) -> None:
    """Each command says so; what a person agrees to is in the log, and stands no more."""
    topics = written / "t"
    topics.mkdir()
    for number in range(20):
        (topics / f"{number}.md").write_text(f"# Note {number}\n", "utf-8")
    assert _run("index update").code == 0
    shutil.rmtree(written / ".index")
    for number in range(18):
        (topics / f"{number}.md").unlink()
    ran = _run("watch --once")
    assert "18 notes vanished at once, and are not treated as deleted" in ran.stderr
    assert _run("show t/3 --as-of now").code != 0
    ran = _run("index rebuild")
    assert "18 notes vanished at once" in ran.stderr
    assert "✗ tree: 18 notes vanished at once" in _run("doctor").stdout
    assert _told("t/3.md") == [("human", "t/3.md")]
    assert _run("index update --accept-removals").code == 0
    assert [one["operation"] for one in _changes("t/3.md")] == ["delete", "write"]
    assert _run("show t/3 --as-of now").code != 0
    assert _run("doctor").code == 0


def test_doctor_tells_of_an_import_that_was_cut_off(written: Path) -> None:
    """How far it came, and both ways out."""
    from familiar_memory.store import AuditJournal, Cause, MemoryStore
    from familiar_memory.store.journal.batch_signs import UnfinishedBatch

    book = Path("eldoria.json")
    entry = {"uid": 0, "key": ["tower"], "comment": "Tower", "content": "A tall tower."}
    book.write_text(json.dumps({"entries": {"0": entry}}), "utf-8")
    with AuditJournal(Path("familiars/ember/journal")) as journal:
        batch = UnfinishedBatch("a1b2c3d4e5f60718", "import:lorebook", book.name, 3002)
        dead = journal.signs.shown(batch)
        dead.__enter__()
        store = MemoryStore(written, journal=journal)
        list(
            store.create_files({"lore/x.md": b"x\n"}, cause=Cause(batch.source, batch=batch.batch))
        )
    told = _run("doctor")
    assert told.code == 1
    assert "an import of eldoria.json (lorebook) was cut off, or is under way: 1 of 3002" in (
        " ".join(told.stdout.split())
    )
    assert _run("import eldoria.json --as lorebook").code == 0
    assert "cut off" not in _run("doctor").stdout
    dead.__exit__(None, None, None)
