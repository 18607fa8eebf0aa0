"""A file that no importer knows is told what it is."""

import zipfile
from pathlib import Path

import pytest

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.json_lines import read_json_lines
from familiar_memory.transfer.reading.strict_json import parse_json
from familiar_memory.transfer.reading.unknown_file import why_unknown


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.json", b"", "it is empty"),
        ("a.txt", b"\xef\xbb\xbf \n", "it is empty"),
        ("a.json", b"<!DOCTYPE html><p>Sign in", "it is a web page"),
        ("a.json", '{"a": 1}'.encode("utf-16"), "it is text in UTF-16"),
        ("a.json", '{"a": 1}'.encode("utf-32"), "it is text in UTF-32"),
        ("a.json", b"[" * 300 + b"]" * 300, "it is not readable JSON: nested too deep"),
        ("a.json", b"// a comment\n{}", "it begins with a comment, which JSON does not have"),
        ("a.json", b"/* a comment */ {}", "it begins with a comment, which JSON does not have"),
        ("a.json", b'{"a": 1, // why\n}', "not JSON: Expecting property name enclosed in double"),
        ("a.json", b'{"a": "b', "not JSON: Unterminated string starting at line 1, column 7"),
        ("a.json", b'{"a": "\x01"}', "not JSON: Invalid control character '\\x01' at line 1"),
        ("a.json", b'{"a": NaN}', "it is not readable JSON: NaN is not JSON"),
        ("a.json", b'{"title": 1, "steps": []}', "it is JSON of no known kind (its keys: 'title',"),
        ("a.json", b"[[]]", "it is JSON of no known kind"),
        ("a.json", b"hello", "it is text, and no JSON"),
        ("a.txt", b"hello", "it is text of no known kind"),
        ("a.svg", b"<svg/>", "it is an SVG picture"),
        ("a.pdf", b"%PDF-1.4", "it is a PDF document"),
        ("a.db", b"SQLite format 3\x00", "it is an SQLite database"),
        ("a.bin", b"\x00\x01\x02", "it is binary data of another kind"),
        (
            "a.zip",
            b"PK\x03\x04 and then nothing",
            "it is a zip archive that is cut short or damaged",
        ),
    ],
)
def test_the_best_reason_is_given(name: str, data: bytes, reason: str, tmp_path: Path) -> None:
    """As an importer would give it that was named with `--as`."""
    path = tmp_path / name
    path.write_bytes(data)
    assert why_unknown(path).startswith(reason)


def test_a_whole_archive_of_something_else_is_to_be_unpacked(tmp_path: Path) -> None:
    """Such as the export of an assistant."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", "[]")
    assert why_unknown(path) == (
        "it is a zip archive of something else ('conversations.json' …): unpack it, and import"
        " what is in it"
    )


def test_it_never_raises(tmp_path: Path) -> None:
    """Whatever stands there, or does not."""
    assert why_unknown(tmp_path / "absent").startswith("it cannot be read")
    assert why_unknown(tmp_path) == "it is a folder that no importer knows"
    assert why_unknown(tmp_path / "nul\x00").startswith("it cannot be read")


def test_a_large_file_is_not_read_at_once(tmp_path: Path) -> None:
    """Its keys are told all the same."""
    path = tmp_path / "large.json"
    path.write_bytes(
        b'{"steps": [' + b'"' + b"x" * 9_000_000 + b'", "' + b"y" * 5_000_000 + b'"],'
        b'"more": "' + b"z" * 5_000_000 + b'"}'
    )
    assert why_unknown(path) == "it is JSON of no known kind (its keys: 'steps', 'more')"


@pytest.mark.parametrize("text", ['{"a": "b', '{"a": "\x01"}', '{"a": "\\x"}', "[1 2]", "nope"])
def test_the_reason_of_broken_json_reads_well(text: str, tmp_path: Path) -> None:
    """No word twice, and no sign of a program's that was to be filled in."""
    path = tmp_path / "lines.jsonl"
    path.write_text(text, "utf-8")
    told = []
    with pytest.raises(InputError) as caught:
        parse_json(text.encode(), "a.json")
    told.append(caught.value.problem)
    with pytest.raises(InputError) as caught:
        list(read_json_lines(path))
    told.append(caught.value.problem)
    assert not [one for one in told if "at at" in one or "%r" in one]
