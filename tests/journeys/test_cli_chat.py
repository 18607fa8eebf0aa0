"""`familiar chat` with lines from a pipe: what a script gets, and what is left in the notes."""

from __future__ import annotations

import codecs
import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer, Reply
from transcript import Ran, run_familiar

from familiar_memory.errors import StorageError
from familiar_memory.interfaces.cli.chat import chatting

_STYLE = re.compile("\x1b\\[[0-9;]*m")
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:-(?:night|morning|afternoon|evening))?")
_OWN_TERMINAL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], [sys.argv[1], "-m", "familiar_memory", "chat"])
"""
_MODEL = """
[models.reply]
provider = "openai"
model = "tiny-1"
base_url = "{url}"
max_retries = {retries}
timeout_s = 20
"""


@pytest.fixture(autouse=True)
def _ember(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A familiar that knows nothing; whoever is logged in is called mira."""
    monkeypatch.chdir(alone)
    monkeypatch.setenv("FAMILIAR_ID", "ember")
    monkeypatch.setenv("LOGNAME", "mira")
    assert run_familiar(["init", "ember", "--name", "Ember", "--embedder", "none"]).code == 0
    yield


def _chat(*lines: str | bytes, options: str = "") -> Ran:
    given = b"".join((one.encode() if isinstance(one, str) else one) + b"\n" for one in lines)
    return run_familiar(["chat", *options.split()], given)


def _objects(*lines: str, options: str = "") -> list[dict[str, Any]]:
    ran = _chat(*lines, options=f"--json {options}")
    assert (ran.code, ran.stderr) == (0, "")
    return [json.loads(line) for line in ran.stdout.splitlines()]


def _notes() -> str:
    tree = Path("familiars/ember/memory")
    return "\n".join(path.read_text("utf-8") for path in sorted(tree.rglob("*.md")))


def _with_model(server: ModelServer, *replies: Reply, retries: int = 0) -> None:
    server.script = replies
    settings = Path("familiars/ember/character.toml")
    text = settings.read_text("utf-8") + _MODEL.format(url=server.url("openai"), retries=retries)
    settings.write_text(text, "utf-8")


def test_stdout_has_the_replies_and_stderr_what_memory_did() -> None:
    """A line is a message; the end of the lines is the end of the chat, and writes it up."""
    ran = _chat("I live in Oban.", "", "  ", "Where do I live?")
    today = re.search(r"\d{4}-\d\d-\d\d", ran.stdout)
    assert today is not None
    assert ran.stdout == (
        f'I have recorded that.\nI remember:\n- You said on {today[0]}: "I live in Oban."\n'
    )
    assert ran.stderr.splitlines()[:3] == [
        "recalled nothing",
        "recalled 1 message",
        "learned: people/terminal-mira.md: lives_in:: Oban",
    ]
    assert ran.code == 0
    assert "lives_in:: Oban" in _notes()


def test_the_chat_on_the_page_goes_as_it_is_shown() -> None:
    """Line by line, but for the day: the prompts of a terminal are not there in a pipe."""
    page = (Path(__file__).parents[2] / "docs/chat.md").read_text("utf-8")
    shown = page.split("```text\n")[1].split("```")[0].partition("ends the chat.")[2]
    typed = [line.partition(" › ")[2] for line in shown.splitlines() if line.startswith("Mira › ")]
    ran = _chat(*typed, options="--as Mira")
    # What the end of the lines writes up is shown behind all that the page has.
    told = [one.strip() for one in (ran.stdout + ran.stderr).splitlines()]
    answers = [
        _DAY.sub("DAY", line.removeprefix("ember (echo) › ").strip())
        for line in shown.splitlines()
        if line and not line.startswith("Mira › ")
    ]
    assert [one for one in answers if one not in {_DAY.sub("DAY", one) for one in told}] == []


def test_the_next_chat_remembers_and_a_correction_takes_its_place() -> None:
    """What was learned is the notes', and not the process's."""
    _chat("I live in Oban.")
    again = _objects("Where do I live?", "I moved to Leeds.")
    assert "mira: lives in Oban" in again[0]["reply"]
    assert again[0]["recalled"][0]["path"] == "people/terminal-mira.md"
    assert [one["text"].split(" (")[0] for one in again[2]["learned"]][:1] == ["- lives_in:: Leeds"]
    third = _objects("Where do I live?")
    assert third[0]["reply"].startswith("I remember:\n- mira: lives in Leeds")


def test_each_exchange_is_one_object_and_so_is_the_end() -> None:
    """Also commands answer as objects; an unknown one was not said."""
    found = _objects("I live in Oban.", "/recalled", "/write", "/learned", "/nope", "/help")
    kinds = [one["kind"] for one in found]
    assert kinds == ["exchange", "recalled", "written", "learned", "problem", "help", "end"]
    assert " ".join(found[0]) == (
        "kind said ref outcome reply model is_cut recalled learned problems"
    )
    assert (found[0]["said"], found[0]["outcome"], found[0]["model"]) == (
        "I live in Oban.",
        "added",
        None,
    )
    assert found[2]["learned"] == found[3]["learned"] == found[6]["learned"]
    assert found[3]["learned"][0]["path"] == "people/terminal-mira.md"
    assert found[4]["problem"] == "there is no /nope"
    assert (found[6]["kept"], found[6]["problem"]) == (1, None)


def test_an_unknown_command_is_answered_with_those_that_there_are() -> None:
    """It is neither said nor recorded; two slashes begin a message."""
    ran = _chat("/Nope now", "//etc is where the settings are", "/END", "never said")
    assert "there is no /Nope: nothing was said or recorded" in ran.stderr
    assert "/recalled, /learned, /write, /incognito, /end, /help" in ran.stderr
    turns = json.loads(run_familiar(["stats", "--json"]).stdout)["turns"]["by_role"]
    found = run_familiar(["search", "settings", "--json"]).stdout
    user = turns["user"]
    assert (user, json.loads(found)["hits"][0]["text"]) == (1, "/etc is where the settings are")


def test_a_journal_that_cannot_be_read_ends_no_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    """/learned says so; the lines after it are said, and all is written up at the end."""

    def broken(*_: object) -> None:
        raise StorageError("the journal is damaged")

    monkeypatch.setattr("familiar_memory.chat.chat.learned_lines", broken)
    ran = _chat("I live in Oban.", "/learned", "I play the banjo.")
    assert (ran.code, ran.stdout) == (0, "I have recorded that.\n" * 2)
    assert "what was learned cannot be shown: the journal is damaged" in ran.stderr
    assert "lives_in:: Oban" in _notes()


@pytest.mark.parametrize("how", ["option", "command"])
def test_incognito_leaves_no_trace(how: str) -> None:
    """By option for all of it, by command for what comes between."""
    if how == "option":
        ran = _chat("I live in Oban.", "/incognito", options="--incognito")
        assert "begun with --incognito" in ran.stdout
    else:
        ran = _chat("/incognito", "I live in Oban.", "/incognito")
    assert "This is incognito: nothing of memory is read, and nothing is kept." in ran.stdout
    assert (ran.code, "not kept" in ran.stderr) == (0, True)
    everything = b"".join(
        path.read_bytes() for path in Path("familiars").rglob("*") if path.is_file()
    )
    assert b"Oban" not in everything


def test_without_writing_what_was_said_waits_for_the_writer() -> None:
    """--no-write records only."""
    _chat("I live in Oban.", options="--no-write")
    assert _notes() == ""
    assert run_familiar(["write"]).code == 0
    assert "lives_in:: Oban" in _notes()


def test_two_private_rooms_and_two_people_do_not_leak() -> None:
    """What is said in one is not there for the other; who was in it has it in their own room."""
    _chat("I live in Oban.", options="--place kitchen")
    for options in ("--place cellar", "--as Gus", "--as Gus --place cellar"):
        [told, _] = _objects("Where does mira live?", options=options)
        assert "Oban" not in json.dumps(told), options
    for options in ("--place #Kitchen", ""):
        [told, _] = _objects("Where do I live?", options=options)
        assert "Oban" in told["reply"], options


def test_whoever_is_known_is_meant_and_others_are_new() -> None:
    """By name in whatever case, by slug, by platform:id; an unknown name is a new person."""
    _chat("I live in Oban.", options="--as Gus")
    for who in ("gus", "terminal-gus", "terminal:gus"):
        [told, _] = _objects("Where do I live?", options=f"--as {who}")
        assert "Oban" in told["reply"], who
    _chat("I live in Rome.", options="--as discord:42")
    assert "discord-42" in run_familiar(["people"]).stdout


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--as= ", "the name of who talks is empty"),
        ("--as=discord:", "'discord:' has a colon, and no platform or no id beside it"),
        ("--as=:42", "':42' has a colon, and no platform or no id beside it"),
        ("--place #", "the place has no name"),
    ],
)
def test_what_names_nobody_is_refused(options: str, problem: str) -> None:
    """Before anything is said."""
    ran = run_familiar(["chat", *options.split(" ", 1)] if "#" in options else ["chat", options])
    assert (ran.code, problem in ran.stderr) == (2, True)


def test_several_of_a_name_are_asked_which() -> None:
    """Nobody speaks for another by accident."""
    for who in ("discord:1", "twitch:2"):
        platform, _, number = who.partition(":")
        line = {
            "ref": number,
            "timestamp": "2026-02-02T19:31:00+00:00",
            "channel": "tavern",
            "author": {"platform": platform, "user_id": number, "display_name": "Bex"},
            "text": "Hello",
        }
        Path("one.jsonl").write_text(json.dumps(line), "utf-8")
        assert run_familiar(["record", "one.jsonl"]).code == 0
    ran = _chat("Hello", options="--as bex")
    assert ran.code == 2
    assert "several people are called 'bex'" in ran.stderr


def test_bytes_that_are_no_text_and_control_characters_end_nothing() -> None:
    """What was said comes back without anything that a terminal obeys."""
    ran = _chat(b"I live in Oban \xff\x1b[31m.", "Where do I live?")
    assert ran.code == 0
    assert "Oban �" in ran.stdout
    assert "\x1b" not in ran.stdout + ran.stderr


def test_a_model_replies_with_what_was_recalled_in_its_prompt(model_server: ModelServer) -> None:
    """Through the slot `reply`, over HTTP; its control characters are made visible."""
    _with_model(model_server, Reply("Welcome.\x1b[2J"), Reply("In Oban."))
    _chat("I live in Oban.")
    [told, end] = _objects("Where do I live?")
    assert (told["reply"], told["model"], told["problems"]) == ("In Oban.", "openai:tiny-1", [])
    texts = model_server.asked[1].texts
    assert "lives in Oban" in texts["system"]
    assert texts["user"].endswith("Where do I live?")
    assert end["kept"] == 1


def test_the_words_of_a_model_obey_nothing(model_server: ModelServer) -> None:
    """A reply is somebody else's text."""
    _with_model(model_server, Reply("Welcome.\x1b[2J\u202e"))
    ran = _chat("Hello")
    assert ran.stdout == "Welcome.�[2J�\n"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply("overloaded", status=503), "HTTP status 503"),
        (Reply("no such model", status=404), "HTTP status 404"),
        (Reply("I may not", finish="refusal"), "refused to reply"),
        (Reply(""), "replied with nothing"),
        (Reply(resets=True), "cannot be reached"),
    ],
)
def test_a_failing_model_is_noted_once_and_the_echo_stands_in(
    model_server: ModelServer, reply: Reply, said: str
) -> None:
    """The chat goes on, and what was said is learned."""
    _with_model(model_server, reply)
    ran = _chat("I live in Oban.", "Where do I live?")
    assert (ran.code, ran.stderr.count(said)) == (0, 1)
    assert ran.stdout.startswith("I have recorded that.\nI remember:")
    assert "lives_in:: Oban" in _notes()


def test_a_model_that_is_asked_again_is_no_news(model_server: ModelServer) -> None:
    """Only what comes of it is shown, and no line of a log."""
    busy = Reply("busy", status=503, headers={"retry-after": "0"})
    _with_model(model_server, busy, Reply("Welcome."), retries=1)
    ran = _chat("Hello")
    assert (ran.stdout, ran.stderr) == ("Welcome.\n", "recalled nothing\n")


def test_a_model_without_its_key_says_which_variable_is_missing() -> None:
    """The echo is there meanwhile."""
    settings = Path("familiars/ember/character.toml")
    slot = '\n[models.reply]\nprovider = "anthropic"\nmodel = "tiny-1"\n'
    settings.write_text(settings.read_text("utf-8") + slot, "utf-8")
    ran = _chat("I live in Oban.")
    assert "$ANTHROPIC_API_KEY is not set" in ran.stderr
    assert ran.stdout == "I have recorded that.\n"


def test_ctrl_c_ends_the_chat_and_what_was_said_is_written_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is the end of a chat, and no accident."""

    def interrupted(_: object) -> Iterator[str]:
        yield "I live in Oban."
        raise KeyboardInterrupt

    monkeypatch.setattr(chatting, "said_lines", interrupted)
    ran = run_familiar(["chat"])
    assert ran.code == 0
    assert "lives_in:: Oban" in _notes()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("end", ["^C", "^D", "/quit", "kill"])
def test_in_a_terminal_a_chat_ends_in_each_way_with_what_it_learned(end: str) -> None:
    """A real process, a real terminal: prompts, the reply, and the notes at the end."""
    with _in_terminal() as (process, terminal):
        shown = _until(terminal, "mira › ")
        os.write(terminal, b"I live in Oban.\n")
        shown += _until(terminal, "mira › ")

        def finish() -> None:
            if end == "kill":
                process.terminate()
            else:
                keys = {"^C": b"\x03", "^D": b"\x04"}
                os.write(terminal, keys.get(end, end.encode() + b"\n"))

        finish()
        shown += _until(terminal, None, finish)
        assert process.wait(60) == 0
    assert "Ember (echo) › I have recorded that." in shown
    assert "Learned in this chat" in shown
    assert "lives_in:: Oban" in shown
    assert "lives_in:: Oban" in _notes()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_ctrl_c_while_a_model_thinks_ends_the_chat(model_server: ModelServer) -> None:
    """Nobody waits for it, and what was said is written up."""
    _with_model(model_server, Reply(hangs=True))
    with _in_terminal() as (process, terminal):
        _until(terminal, "mira › ")
        os.write(terminal, b"I live in Oban.\n")
        assert model_server.arrived.wait(60)
        os.write(terminal, b"\x03")
        shown = _until(terminal, None)
        assert process.wait(60) == 0
    assert "lives_in:: Oban" in shown
    assert "lives_in:: Oban" in _notes()


@contextmanager
def _in_terminal() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A chat that has a terminal of its own, and our end of that."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-c", _OWN_TERMINAL, sys.executable]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def _until(terminal: int, mark: str | None, again: Callable[[], None] | None = None) -> str:
    """What is shown until this is; with None, until the other side has gone.

    Python's readline sleeps through a signal that comes in the very moment in which it has shown
    the prompt; so where nothing happens, it is sent `again`, as a person would.
    """
    shown, decoder = "", codecs.getincrementaldecoder("utf-8")("replace")
    while True:
        if not select.select([terminal], [], [], 60 if again is None else 5)[0]:
            assert again is not None, f"nothing more within a minute: {shown!r}"
            again()
            again = None
            continue
        try:
            more = os.read(terminal, 65_536)
        except OSError:
            more = b""
        again = None
        shown += decoder.decode(more)
        if not more or (mark is not None and shown.endswith(mark)):
            return _STYLE.sub("", shown)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_chat_that_is_killed_loses_no_turn() -> None:
    """The next one writes up what the first has recorded."""
    command = [sys.executable, "-m", "familiar_memory", "chat", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as chat:
        assert chat.stdin is not None
        assert chat.stdout is not None
        chat.stdin.write(b"I live in Oban.\n")
        chat.stdin.flush()
        assert json.loads(chat.stdout.readline())["outcome"] == "added"
        chat.kill()
    assert _notes() == ""
    _chat("Hello")
    assert "lives_in:: Oban" in _notes()
