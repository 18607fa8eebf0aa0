"""The proof finds what is left however it is written, and takes no other id for one."""

from __future__ import annotations

import base64
import gzip
import json
import sqlite3
import zlib
from contextlib import closing
from datetime import UTC
from types import SimpleNamespace
from unicodedata import normalize
from urllib.parse import quote

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.traces import Traces, is_telling_id
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.maintenance.belongings.sources import MemorySources
from familiar_memory.maintenance.forget import proof
from familiar_memory.maintenance.forget.encodings import SoughtForms
from familiar_memory.maintenance.forget.proof import name_hints, prove
from familiar_memory.store.memory_store import MemoryStore

TEXT = 'the "Zanzibar" schlüssel lies — under the 鍵 mat'
ID = "284619350177841152"
WHAT = Erasure(traces=Traces(ids=frozenset({ID, f"discord-{ID}"}), said=frozenset({TEXT})))
RAW = TEXT.encode()
SPELLED = {
    "raw": RAW,
    "json": json.dumps(f"so: {TEXT}!").encode(),
    "json with letters": json.dumps(TEXT, ensure_ascii=False).encode(),
    "percent": quote(TEXT).encode(),
    "percent all": "".join(f"%{one:02x}" for one in RAW).encode(),
    "decomposed": normalize("NFD", TEXT).encode(),
    "decomposed in json": json.dumps(normalize("NFD", TEXT)).encode(),
    "base64": base64.b64encode(RAW),
    "base64 after one": base64.b64encode(b"x" + RAW + b"yy"),
    "base64 after two": base64.b64encode(b"xx" + RAW + b"y"),
    "base64 in an address": b"a=" + base64.urlsafe_b64encode(b"xyz" + RAW) + b"&b",
    "base64 in lines": base64.encodebytes(b"before it all " * 9 + RAW + b" and after" * 9),
    "base64 behind a word": b"data" + base64.b64encode(RAW),
    "an id": f"<@{ID}>".encode(),
    "a slug": f"people/discord-{ID}.md".encode(),
    "an id in base64": base64.b64encode(f"by {ID} then".encode()),
    "an id among bytes": b"\x00\x07discord" + ID.encode() + b"Rowan",
}


@pytest.mark.parametrize("spelled", SPELLED.values(), ids=SPELLED)
def test_it_is_found_however_it_is_written(tmp_path, spelled):
    """At the beginning, in the middle, in what is compressed."""
    (tmp_path / "a.bin").write_bytes(b"before " * 100 + spelled + b" after" * 100)
    (tmp_path / "b.gz").write_bytes(gzip.compress(spelled))
    assert len(prove(tmp_path, WHAT).residue) == 2


@pytest.mark.parametrize("piece", [4 << 20, 16])
def test_every_part_of_what_is_packed_is_read(tmp_path, monkeypatch, piece):
    """`cat a.gz b.gz` is one file, and something may stand behind both."""
    monkeypatch.setattr(proof, "_PIECE", piece)
    first, second = gzip.compress(b"nothing of it"), gzip.compress(b"so: " + RAW)
    (tmp_path / "second.gz").write_bytes(first + second)
    (tmp_path / "behind.gz").write_bytes(first + RAW)
    (tmp_path / "padded.gz").write_bytes(first + bytes(512))
    assert [one.split()[0] for one in prove(tmp_path, WHAT).residue] == ["behind.gz", "second.gz"]


@pytest.mark.parametrize("piece", [4 << 20, *range(16, 48)])
def test_a_part_is_read_wherever_it_begins(tmp_path, monkeypatch, piece):
    """Between two pieces of the file, or behind the zeros that fill up a block of a tape."""
    monkeypatch.setattr(proof, "_PIECE", piece)
    first, second = gzip.compress(b"nothing of it"), gzip.compress(b"so: " + RAW)
    (tmp_path / "apart.gz").write_bytes(first + bytes(51) + second)
    (tmp_path / "near.gz").write_bytes(first + second)
    (tmp_path / "odd.gz").write_bytes(first + b"and then: " + 40 * b"\x1f\x8b " + RAW)
    found = [one.split()[0] for one in prove(tmp_path, WHAT).residue]
    assert found == ["apart.gz", "near.gz", "odd.gz"]


def test_what_is_packed_and_damaged_is_told(tmp_path):
    """Nobody knows what it holds, so it is no proof."""
    packed = gzip.compress(RAW)
    (tmp_path / "a.gz").write_bytes(packed[:-8] + bytes(8))
    assert prove(tmp_path, WHAT).residue == ("a.gz cannot be looked into",)


def test_what_went_while_it_was_looked_at_holds_nothing(tmp_path, monkeypatch):
    """The log of a database, say, when another process closes it."""

    def gone(path):
        raise FileNotFoundError(path)

    monkeypatch.setattr(proof, "looking_into", gone)
    (tmp_path / "a.sqlite-wal").write_bytes(RAW)
    assert prove(tmp_path, WHAT).residue == ()


def test_plain_text_in_utf_16_is_found(tmp_path):
    """As editors on Windows save it."""
    what = Erasure(traces=Traces(said=frozenset({"the zanzibar key lies there"})))
    (tmp_path / "a.txt").write_bytes("x the zanzibar key lies there".encode("utf-16"))
    assert len(prove(tmp_path, what).residue) == 1


@pytest.mark.parametrize(
    "other",
    [b"discord-28461935017784115", b"28461935017784115", b"zanzibar", b"discord-2846-19350177"],
)
def test_what_is_only_like_it_is_not_it(tmp_path, other):
    """Another person's id, one of the words."""
    (tmp_path / "a.md").write_bytes(other)
    assert prove(tmp_path, WHAT).residue == ()


def test_names_of_files_and_folders_are_looked_at(tmp_path):
    """And told in words that do not repeat them."""
    folder = tmp_path / f"discord-dm-{ID}"
    folder.mkdir()
    (folder / f"{ID}.md").write_text("x")
    residue = prove(tmp_path, WHAT).residue
    assert residue == (
        "the name of something in . holds it",
        "the name of something in a folder of that name holds it",
    )


def test_values_of_databases_are_read_packed_or_not(tmp_path):
    """A long value is in several pieces of the file."""
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.execute("INSERT INTO t VALUES (?, 1)", ("x" * 4_000 + TEXT + "y" * 9_000,))
        connection.commit()
    with closing(sqlite3.connect(tmp_path / "b.sqlite")) as connection:
        connection.execute("CREATE TABLE t (a BLOB)")
        connection.execute("INSERT INTO t VALUES (?)", (zlib.compress(b"x" * 99 + RAW),))
        connection.commit()
    assert len(prove(tmp_path, WHAT).residue) == 2


def test_many_texts_are_found_as_one_is(tmp_path):
    """By another way, since there are so many."""
    said = [f"sentence number {n} of somebody" for n in range(500)]
    needles = SoughtForms(said, ())
    assert needles.are_in(b"zz" + said[321].encode())
    assert not needles.are_in(b"sentence number 9999 of nobody" * 50)
    assert not needles.are_in(b"short")


@pytest.mark.parametrize("found_over", [0, 1])
def test_it_is_found_across_the_pieces_in_which_a_file_is_read(tmp_path, monkeypatch, found_over):
    """Whatever the seam cuts."""
    monkeypatch.setattr(proof, "_PIECE", 64)
    for at in range(0, 130, 7):
        spelled = base64.b64encode(RAW) if found_over else RAW
        (tmp_path / "a.md").write_bytes(b"." * at + b" " + spelled + b" " + b"." * 200)
        assert prove(tmp_path, WHAT).residue, at


@pytest.mark.parametrize(
    ("user_id", "is_telling"),
    [(ID, True), ("204917536", True), ("7", False), ("rowan", False), ("rowan1", False)],
)
def test_an_id_that_others_may_have_is_none_to_search_for(user_id, is_telling):
    """A number of one digit stands everywhere."""
    assert is_telling_id(user_id) is is_telling


@pytest.mark.parametrize("offset", range(4))
def test_base64_is_read_from_wherever_it_begins(offset):
    """Behind any number of signs that might be of it."""
    encoded = base64.b64encode(f"he said: {TEXT}.".encode())
    assert SoughtForms((TEXT,), ()).reading_of(b"a" * offset + encoded) == "in base64"


def test_a_note_that_went_meanwhile_is_no_reason_to_stop(tmp_path):
    """Everything is erased by then: a hint less is no matter."""
    store = MemoryStore(tmp_path / "memory")
    for name in ("a", "b"):
        store.write_file(f"topics/{name}.md", "Rowan was here\n")
    listed = store.scan_files()
    store.delete("topics/a.md")
    late = SimpleNamespace(scan_files=lambda: listed, read_bytes=store.read_bytes)
    with HistoryStore(tmp_path / "history.sqlite") as history:
        sources = MemorySources(history, late, None, None, UTC, None)
        hints = name_hints(sources, ["Rowan"])
    assert hints == ("Rowan: in 1 note and 0 messages of others",)
