"""Damaged cards: whatever is done to the bytes, the answer is a value or an InputError."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sillytavern_cards import (
    IDAT,
    IEND,
    IHDR,
    SIGNATURE,
    Tree,
    book,
    charx,
    chunk,
    encoded,
    entry,
    exported,
    itext,
    png,
    text,
    v2_card,
    v3_card,
    ztext,
)

from familiar_importers.sillytavern.cards.items import card_items
from familiar_importers.sillytavern.reading.card_file import open_card
from familiar_importers.sillytavern.reading.detect import is_card_file
from familiar_memory.errors import InputError

pytestmark = pytest.mark.long


V2, V3 = encoded(v2_card(character_book=book(entry(0, "x")))), encoded(v3_card())
PICTURES = (
    png(text("chara", V2), text("ccv3", V3)),
    png(ztext("chara", V2), before=[text("Software", b"x")]),
    png(itext("ccv3", V3, packed=True), text("chara-ext-asset_:a", b"aGk=")),
)
ARCHIVE = charx(v3_card(), [("assets/a.png", b"\0" * 99), ("x_meta/0.json", b"{}")])
CHUNKS = (
    IHDR,
    IDAT,
    IEND,
    text("chara", V2),
    text("ccv3", V3),
    ztext("chara", V2),
    itext("chara", V2),
    text("ccv3", b"!"),
    text("naidata", b"e30="),
    chunk(b"tEXt", b"chara\0" + V2, crc=0),
    chunk(b"IDAT", b"x", length=0xFFFFFFFF),
    b"\0\0",
)
PEAK_BYTES = 100_000_000

positions = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), max_size=8)


def attempt(data: bytes, name: str) -> None:
    """Import, and export what was imported; only an InputError may come of it."""
    tracemalloc.start()
    try:
        tree = Tree(card_items(open_card(data, name), name))
    except InputError as problem:
        assert problem.accepted
        return
    else:
        for ending in ("png", "json", "charx"):
            exported(tree, ending)
        tree.write("self/scenario.md", "changed\n")
        for ending in ("png", "json", "charx"):
            exported(tree, ending)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < PEAK_BYTES


def flipped(data: bytes, flips: list[tuple[int, int]]) -> bytes:
    """The bytes with some of them changed."""
    changed = bytearray(data)
    for at, value in flips:
        changed[at % len(changed)] = value
    return bytes(changed)


@given(st.sampled_from(PICTURES), positions, st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_a_picture_with_changed_bytes_and_cut_anywhere(data, flips, cut):
    """A flip in a length, a keyword, the packed text, a checksum."""
    damaged = flipped(data, flips)
    attempt(damaged if cut % 3 else damaged[: cut % len(damaged)], "x.png")


@given(st.lists(st.sampled_from(CHUNKS), max_size=8), st.binary(max_size=20))
@settings(max_examples=150, deadline=None)
def test_chunks_in_any_order(chunks, tail):
    """Without a beginning, without an end, twice, and with garbage behind."""
    attempt(b"".join((SIGNATURE, *chunks, tail)), "x.png")


@given(positions, st.integers(0, 10**6), st.binary(max_size=40))
@settings(max_examples=200, deadline=None)
def test_an_archive_with_changed_bytes_and_cut_anywhere(flips, cut, before):
    """Sizes, offsets, names, flags and packed data that are not what they say."""
    damaged = flipped(ARCHIVE, flips)
    damaged = damaged if cut % 3 else damaged[: cut % len(damaged)]
    attempt(damaged if cut % 2 else b"\xff\xd8\xff" + before + damaged, "x.charx")


@given(st.one_of(st.binary(max_size=400), st.sampled_from(PICTURES), st.just(ARCHIVE)), positions)
@settings(max_examples=100, deadline=None)
def test_detecting_never_raises(tmp_path_factory, data, flips):
    """Whatever the file is, and whatever it is called."""
    damaged = flipped(data, flips) if data else data
    for ending in (".png", ".charx", ".json", ".yaml", ""):
        path = Path(tmp_path_factory.getbasetemp(), f"detect{ending}")
        path.write_bytes(damaged)
        assert is_card_file(path) in (True, False)
