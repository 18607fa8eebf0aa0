"""JSON lines are read strictly."""

from pathlib import Path

import pytest

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.json_lines import MAX_LINE_BYTES, read_json_lines


def _file(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(data)
    return path


def test_blank_lines_crlf_and_a_byte_order_mark_are_tolerated(tmp_path: Path) -> None:
    """Values come with the numbers of their lines."""
    path = _file(tmp_path, b'\xef\xbb\xbf{"a": 1}\r\n\r\n  \n{"b": "\xe2\x80\xa8"}')
    assert list(read_json_lines(path)) == [(1, {"a": 1}), (4, {"b": "\u2028"})]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    """Nothing is not an error."""
    assert list(read_json_lines(_file(tmp_path, b""))) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"a": 1', "not JSON: Expecting ',' delimiter at column 8"),
        (b'{"a": 1, "a": 2}', "the key 'a' is there twice"),
        (b'{"x": {"a": 1, "a": 1}}', "the key 'a' is there twice"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": "\xff"}', "byte 8 is not UTF-8"),
        (b"[" * 200_000, "the JSON is nested too deep"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "not JSON that can be read: …"),
        (b'"' + b"x" * MAX_LINE_BYTES + b'"', "the line is longer than 1 MB"),
        (b"\xef\xbb\xbf{}", "not JSON: …"),
    ],
    ids=[
        "cut",
        "twice",
        "twice-inside",
        "nan",
        "infinity",
        "bytes",
        "deep",
        "digits",
        "long",
        "bom",
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: bytes, problem: str) -> None:
    """File, number of the line, and what is wrong with it."""
    path = _file(tmp_path, b"{}\n\n" + line + b"\n{}\n")
    with pytest.raises(InputError) as caught:
        list(read_json_lines(path, "chat"))
    start = f"chat, line 3: {problem.removesuffix('…')}"
    assert caught.value.problem.startswith(start)
    assert problem.endswith("…") or caught.value.problem == start
    assert caught.value.accepted


def test_a_file_in_utf_16_is_named_as_such(tmp_path: Path) -> None:
    """Windows tools like to write it."""
    path = _file(tmp_path, '{"a": 1}'.encode("utf-16"))
    with pytest.raises(InputError, match="line 1: the file is UTF-16"):
        list(read_json_lines(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """It is an error of the input, not of the program."""
    with pytest.raises(InputError, match=r"absent\.jsonl cannot be read: No such file"):
        list(read_json_lines(tmp_path / "absent.jsonl"))
