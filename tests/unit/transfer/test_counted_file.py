"""How far a file is read can be watched from outside."""

import os
from pathlib import Path

import pytest

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.counted_file import open_counted, tell_reading, watch_reading
from familiar_memory.transfer.reading.json_lines import read_json_lines
from familiar_memory.transfer.reading.json_stream import read_json_entries


def test_a_watcher_is_told_block_by_block(tmp_path: Path) -> None:
    """About once a megabyte, and at the end everything is read."""
    path = tmp_path / "large"
    path.write_bytes(b"x" * 2_500_000)
    told: list[tuple[int, int]] = []
    with watch_reading(lambda read, total: told.append((read, total))), open_counted(path) as file:
        assert len(file.read(10)) == 10
        assert told == [(1_048_576, 2_500_000)]
        assert len(file.read()) == 2_499_990
    assert told[-1] == (2_500_000, 2_500_000)
    assert told == sorted(set(told))


def test_readers_of_json_can_be_watched(tmp_path: Path) -> None:
    """Lines and entries are read through the same function; a generator is watched too."""
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"[1]\n" * 5)
    told: list[tuple[int, int]] = []
    lines = read_json_lines(path)
    with watch_reading(lambda read, total: told.append((read, total))):
        next(lines)
        path.write_bytes(b"[1]")
        list(read_json_entries(path))
    assert told == [(20, 20), (3, 3)]


def test_nobody_has_to_watch(tmp_path: Path) -> None:
    """And who has stopped watching is told no more."""
    told: list[tuple[int, int]] = []
    with watch_reading(lambda read, total: told.append((read, total))):
        tell_reading(1, 2)
    tell_reading(2, 2)
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    with open_counted(path) as file:
        assert file.read() == b"abc"
    assert told == [(1, 2)]


def test_only_a_regular_file_is_opened(tmp_path: Path) -> None:
    """A folder and a pipe without a writer are refused at once, by the name they were given."""
    os.mkfifo(tmp_path / "pipe")
    for name, problem in (
        ("", "it is not a regular file"),
        ("pipe", "it is not a regular file"),
        ("absent", "No such file"),
    ):
        with (
            pytest.raises(InputError, match=f"what was given cannot be read: .*{problem}"),
            open_counted(tmp_path / name, "what was given"),
        ):
            pass
