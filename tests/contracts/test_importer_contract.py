"""What every importer does, run over each of them; a new one needs a line and a sample."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from chat_samples import write_long, write_samples
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_importers.chats.chatgpt import ChatGptImporter
from familiar_importers.chats.claude import ClaudeImporter
from familiar_importers.chats.discord import DiscordExportImporter
from familiar_importers.chats.familiar_connect import FamiliarConnectImporter
from familiar_importers.chats.generic_jsonl import ChatJsonlImporter
from familiar_importers.chats.sillytavern import SillyTavernChatImporter
from familiar_importers.chats.twitch import TwitchLogImporter
from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.memories.mcp_memory import McpMemoryImporter
from familiar_importers.memories.memory_json import MemoryJsonImporter
from familiar_importers.memories.memory_md import MemoryMarkdownImporter
from familiar_importers.memories.tree_zip import TreeZipImporter
from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_importers.turns_jsonl import TurnsJsonlImporter
from familiar_memory.errors import InputError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.turns.checking import check_turn
from familiar_memory.notes.document import NoteParser
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.transfer.importer import Importer, NoteFile, Remark, TurnItem
from familiar_memory.transfer.options import configured
from familiar_memory.transfer.registry import choose_importer
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

IMPORTERS: dict[str, Callable[[], Importer]] = {
    "card": CardImporter,
    "chat-jsonl": ChatJsonlImporter,
    "chatgpt": ChatGptImporter,
    "claude": ClaudeImporter,
    "discord-chat-exporter": DiscordExportImporter,
    "familiar-connect": FamiliarConnectImporter,
    "lorebook": LorebookImporter,
    "markdown": MarkdownFolderImporter,
    "mcp-memory": McpMemoryImporter,
    "memory-json": MemoryJsonImporter,
    "memory-md": MemoryMarkdownImporter,
    "sillytavern-chat": SillyTavernChatImporter,
    "tree": TreeZipImporter,
    "turns": TurnsJsonlImporter,
    "twitch-log": TwitchLogImporter,
}
"""Every importer that ships, by its name."""

_ENDINGS = (".json", ".jsonl", ".log", ".txt", ".db", ".md", ".png", ".charx", "")
_MB = 1_000_000
_PEAK_MB = 300
"""What reading a file may take, with all that Python and its libraries take before."""
_READ_ALONE = """
import sys
from pathlib import Path
sys.path[:0] = {paths!r}
from {module} import {importer}
from familiar_memory.errors import InputError
try:
    for item in {importer}().read(Path({file!r})):
        pass
except InputError:
    pass
print(Path("/proc/self/status").read_text())
"""
_STATUS = Path("/proc/self/status")

_MEMORIES = ("markdown", "mcp-memory", "memory-json", "memory-md")
"""Those that bring memories of other programs, which do not say where they were said."""

each_importer = pytest.mark.parametrize("name", sorted(IMPORTERS))


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, tuple[str, Path]]:
    """A file of every format, and whose it is."""
    return write_samples(tmp_path / "samples")


@each_importer
def test_it_is_known_by_its_name(name: str) -> None:
    """It keeps the protocol, and says in a few words what it reads."""
    importer = IMPORTERS[name]()
    assert isinstance(importer, Importer)
    assert (importer.name, bool(importer.describe), "\n" in importer.describe) == (
        name,
        True,
        False,
    )


def test_each_sample_is_claimed_by_exactly_one(samples: dict[str, tuple[str, Path]]) -> None:
    """So that nobody has to say which with `--as`."""
    claimed = {
        sample: [name for name, importer in IMPORTERS.items() if importer().detect(path)]
        for sample, (_, path) in samples.items()
    }
    assert claimed == {sample: [owner] for sample, (owner, _) in samples.items()}


def test_every_importer_has_a_sample(samples: dict[str, tuple[str, Path]]) -> None:
    """What no sample is for, no test here has tried."""
    assert {owner for owner, _ in samples.values()} == set(IMPORTERS)


@each_importer
def test_reading_twice_tells_the_same(name: str, samples: dict[str, tuple[str, Path]]) -> None:
    """An import reads everything once to check it, and once more to write it."""
    mine = [path for owner, path in samples.values() if owner == name]
    assert mine
    for path in mine:
        first = list(IMPORTERS[name]().read(path))
        assert first == list(IMPORTERS[name]().read(path))
        assert first
        for item in first:
            if isinstance(item, TurnItem):
                check_turn(item.turn)


@each_importer
def test_detecting_never_raises(name: str, tmp_path: Path) -> None:
    """Nothing there, a folder, a pipe's name, random bytes under every ending, an absurd name."""
    rng = random.Random(5)
    detect = IMPORTERS[name]().detect
    for ending in _ENDINGS:
        path = tmp_path / f"random{ending}"
        for start in (b"", b"{", b"[", b"@", b"[14:22:33] ", b"SQLite format 3\x00", b"\x89PNG"):
            path.write_bytes(start + rng.randbytes(2_000))
            assert detect(path) in (True, False)
        path.write_bytes(b"")
        assert detect(path) in (True, False)
        assert detect(tmp_path / f"absent{ending}") in (True, False)
    assert detect(tmp_path / "nul\x00name.json") is False
    assert detect(tmp_path / ("x" * 300 + ".jsonl")) is False


@each_importer
@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe{\x00",
        b'{"a": NaN}',
        b"[" * 100_000,
        b'{"a": ' + b"9" * 10_000 + b"}",
        b"@a=b :x!y@z PRIVMSG #c :\xff",
        b"SQLite format 3\x00" + b"\x00" * 5_000,
        b"\x00" * 1_000,
    ],
    ids=["utf-16", "nan", "deep", "digits", "bytes", "sqlite", "zeros"],
)
def test_what_is_malformed_is_refused_by_name(name: str, data: bytes, tmp_path: Path) -> None:
    """An InputError with the file's name, whatever is in it; or, at worst, nothing to import."""
    ending = ".md" if name == "markdown" else ".jsonl"
    path = tmp_path / f"malformed{ending}"
    path.write_bytes(data)
    try:
        items = list(IMPORTERS[name]().read(path))
    except InputError as problem:
        assert "malformed" in problem.problem
        assert problem.accepted
    else:
        assert not any(isinstance(item, TurnItem) for item in items)


@each_importer
def test_what_is_not_there_is_refused_by_name(name: str, tmp_path: Path) -> None:
    """It is an error of what was given, not of the program."""
    with pytest.raises(InputError, match="absent"):
        list(IMPORTERS[name]().read(tmp_path / "absent.json"))


@each_importer
@settings(max_examples=40)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(
    name: str, data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Nothing but an InputError comes out of an importer."""
    path = tmp_path_factory.mktemp("any") / f"any{'.md' if name == 'markdown' else '.json'}"
    path.write_bytes(data)
    IMPORTERS[name]().detect(path)
    try:
        for _ in IMPORTERS[name]().read(path):
            pass
    except InputError as problem:
        assert path.name in problem.problem


@each_importer
def test_nothing_is_fetched(
    name: str, samples: dict[str, tuple[str, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever addresses stand in a file."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("an importer opened a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    paths = [path for owner, path in samples.values() if owner == name]
    assert sum(len(list(IMPORTERS[name]().read(path))) for path in paths) > 0


@pytest.mark.long
@each_importer
def test_a_line_of_fifty_megabytes_takes_little_memory(name: str, tmp_path: Path) -> None:
    """Refused before it is held, or held once or twice; measured in a process of its own."""
    if not _STATUS.exists():
        pytest.skip("this system does not tell the peak of a process")
    if name == "markdown":
        pytest.skip("a note is one text, which the store bounds")
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(b'[{"uuid": "')
        for _ in range(50):
            file.write(b"x" * _MB)
        file.write(b'"}]')
    made = IMPORTERS[name]()
    code = _READ_ALONE.format(
        paths=sys.path, module=type(made).__module__, importer=type(made).__name__, file=str(path)
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert _peak_mb(done.stdout) < _PEAK_MB


@pytest.mark.skipif(not _STATUS.exists(), reason="this system does not tell the peak")
def test_a_peak_of_memory_is_seen() -> None:
    """The process of these tests once held a hundred megabytes more than it needs."""
    held = b"x" * (100 * _MB)
    assert _peak_mb(_STATUS.read_text("utf-8")) > len(held) / _MB


@each_importer
def test_a_dry_run_is_the_run(
    name: str, samples: dict[str, tuple[str, Path]], tmp_path: Path
) -> None:
    """It tells the same files, and that again when all is there; and it writes nothing."""
    for sample, (owner, path) in samples.items():
        if owner != name:
            continue
        store = MemoryStore(tmp_path / sample / "memory")
        with HistoryStore(tmp_path / sample / "history.sqlite") as history:
            staged = stage(IMPORTERS[name](), path, max_file_bytes=262_144)
            for _ in range(2):
                before = {path: store.read_bytes(path) for path in store.glob("**")}
                counted = history.counts()
                dry = run_import(staged, Destination(history.record_many, store), dry_run=True)
                assert {path: store.read_bytes(path) for path in store.glob("**")} == before
                assert history.counts() == counted
                run = run_import(staged, Destination(history.record_many, store))
                counts = {"added": 0, "unchanged": 0, "amended": 0, "deleted": 0}
                assert replace(run, journal_batch="", dry_run=True, **counts) == dry
        assert run.same or run.unchanged


@pytest.mark.parametrize("name", _MEMORIES)
@pytest.mark.parametrize("audience", ["", "everyone", "discord-dm-42"])
def test_memories_are_the_owner_s_until_told_otherwise(
    name: str, audience: str, samples: dict[str, tuple[str, Path]]
) -> None:
    """Every line that the index makes of them, and the report says so."""
    settings = [f"audience={audience}"] if audience else []
    importer = configured(IMPORTERS[name](), settings)
    for path in (path for owner, path in samples.values() if owner == name):
        items = list(importer.read(path))
        passages = [
            passage
            for note in items
            if isinstance(note, NoteFile)
            for passage in NoteParser().read(note.path, note.text, "").passages
        ]
        assert {passage.audience for passage in passages} <= {audience or "owner"}
        told = [one.text for one in items if isinstance(one, Remark)]
        assert audience or [text for text in told if text.startswith("kept to the owner")]


_DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "web page": lambda data: b"<!DOCTYPE html><html><body>Sign in</body></html>",
    "utf-32": lambda data: b"\xff\xfe\x00\x00" + "{}".encode("utf-32-le"),
    "commented": lambda data: b"// a comment\n" + data,
    "deep": lambda data: b"[" * 100_000,
    "cut": lambda data: data[: len(data) * 2 // 3],
}


@each_importer
@pytest.mark.parametrize("damage", _DAMAGES)
def test_detection_gives_the_reason_that_it_knows(
    name: str, damage: str, samples: dict[str, tuple[str, Path]]
) -> None:
    """Whoever is asked, the finder or the reader, says what is wrong, or it is read after all."""
    everybody = {one: make() for one, make in IMPORTERS.items()}
    for path in (path for owner, path in samples.values() if owner == name and path.is_file()):
        path.write_bytes(_DAMAGES[damage](path.read_bytes()))
        try:
            for _ in choose_importer(everybody, path).read(path):
                pass
        except InputError as problem:
            first = str(problem).partition("\n")[0]
            assert path.name in first
            _, found, reason = first.partition("can be imported: ")
            assert bool(reason) == bool(found)
            assert "chat-jsonl, chatgpt" not in str(problem)


@each_importer
def test_the_bar_moves(name: str, tmp_path: Path) -> None:
    """A long chat is told in steps, each further than the one before, up to all of it."""
    path = write_long(tmp_path, name, 2_000)
    if path is None:
        return
    told: list[tuple[int, int]] = []
    staged = stage(IMPORTERS[name](), path, max_file_bytes=262_144)
    with HistoryStore(tmp_path / "history.sqlite") as history:
        run_import(
            staged,
            Destination(history.record_many, MemoryStore(tmp_path / "memory")),
            progress=lambda *step: told.append(step),
        )
    assert len(told) > 2
    assert told == sorted(set(told))
    assert told[-1] == (staged.size, staged.size)
    assert staged.size >= 2_000


def _peak_mb(status: str) -> float:
    """The most that a process has held; `ru_maxrss` would count what its parent held too."""
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024
