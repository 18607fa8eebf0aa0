"""What files that are no notes lose when somebody is forgotten: ids and links, and nothing else."""

from __future__ import annotations

import json

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.traces import Traces
from familiar_memory.maintenance.forget.redaction import NoteRedaction, version_redaction

ID = "284619350177841152"
WHAT = Erasure(
    paths=frozenset({"people/Rowan.md"}),
    texts=("my snorbl is ill",),
    traces=Traces(ids=frozenset({ID, f"discord-{ID}"}), links=frozenset({"rowan"})),
)


def redacted(path: str, data: bytes) -> bytes | None:
    """Once; twice is the same."""
    redaction = NoteRedaction(WHAT)
    left = redaction(path, data)
    if left is not None:
        assert redaction(path, left) == left
    return left


@pytest.mark.parametrize(
    ("path", "text", "left"),
    [
        (
            "crew.csv",
            f"n,id\r\nBex,7\r\nRowan,{ID}\r\n",
            "n,id\r\nBex,7\r\nRowan,someone\r\n",
        ),
        ("todo.txt", f"milk\n<@{ID}> owes 5\n[[Rowan]]?", "milk\nsomeone owes 5\nsomeone?"),
        ("todo.txt", "milk\nmy snorbl is ill, he said\nbread\n", "milk\nbread\n"),
        (
            "NOTES.MD",
            f"one\nof <@{ID}>\n- x (by:discord-{ID})\n",
            "one\nof someone\n- x (by:someone)\n",
        ),
        ("a.yaml", f"# {ID}7\nboss: {ID}\n", f"# {ID}7\nboss: someone\n"),
        (
            "p.canvas",
            f'{{"nodes": [ {{"text":"ask <@{ID}>"}} ]}}',
            '{"nodes": [ {"text":"ask someone"} ]}',
        ),
        ("p.canvas", '{"file": "people/Rowan.md"}\n', '{"file": "someone"}\n'),
        ("a.json", f'[{ID}, 1.50, "\\u00e9"]', '["someone", 1.50, "\\u00e9"]'),
        ("a.json", '{"t":"one\\nmy snorbl is ill\\ntwo"}', '{"t":"one\\ntwo"}'),
        ("a.jsonl", f'{{"by":{ID}}}\n\n{{"by":7}}\n', '{"by":"someone"}\n\n{"by":7}\n'),
        (".card.json", f'{{"a": "é", "by": "discord-{ID}"}}', '{"a": "é", "by": "someone"}'),
        ("broken.json", f'{{"by": {ID}', '{"by": someone'),
    ],
)
def test_text_of_any_kind_loses_ids_and_links_in_place(path, text, left):
    """Other people's lines stay, and what was JSON is JSON."""
    assert redacted(path, text.encode()) == left.encode()
    if path != "broken.json" and path.endswith((".json", ".canvas")):
        json.loads(left)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("path", ["a.md", "a.txt"])
def test_text_is_read_by_its_byte_order_mark(path, codec):
    """And written as it was."""
    text = "hello {}, my café\r\nit is late\r\n"
    assert redacted(path, text.format(f"<@{ID}>").encode(codec)) == text.format("someone").encode(
        codec
    )
    lost = f"one\nmy snorbl is ill\n<@{ID}>\n".encode(codec)
    assert redacted(path, lost) == "one\nsomeone\n".encode(codec)


def test_text_in_an_old_encoding_keeps_every_other_byte():
    """Nobody knows which it is."""
    for path in ("a.md", "a.txt"):
        assert redacted(path, f"caf\xe9 <@{ID}>\n".encode("latin-1")) == b"caf\xe9 someone\n"


def test_what_is_no_text_goes_as_a_whole_where_it_holds_an_id():
    """Of a picture no part can be taken; letters of two bytes count."""
    held = b"\x89PNG\0\xff" + ID.encode()
    assert redacted("a.png", held) is None
    assert redacted("a.md", held) is None
    assert redacted("a.bin", b"\xff\0\0" + ID.encode("utf-16-le")) is None
    for kept in (b"\xff\x00", b"\xff\xfe", b"", b"\x89PNG\0\xff"):
        assert redacted("a.bin", kept) == kept


def test_a_version_that_holds_it_in_another_reading_goes_as_a_whole():
    """A file can be edited by a person, a version in the journal by nobody."""
    data = b"packed: eHggMjg0NjE5MzUwMTc3ODQxMTUyIHl5\n"
    assert redacted("a.txt", data) == data
    without = version_redaction(WHAT)
    assert without("a.txt", data) is None
    assert without("a.txt", b"packed: bWlsayBhbmQgYnJlYWQ=\n") == b"packed: bWlsayBhbmQgYnJlYWQ=\n"
