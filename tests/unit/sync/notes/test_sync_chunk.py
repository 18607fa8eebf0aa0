"""How notes are cut for embedding."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.memory.document import Passage, PassageKind
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.notes.chunk import cut_chunks
from familiar_memory.notes.document import NoteParser

AUDIENCES = ("everyone", "discord-lantern.tavern", "discord-dm-42")


def passage(text, audience="everyone", heading="", at=0):
    """A paragraph."""
    return Passage(
        PassageKind.PARAGRAPH,
        text,
        audience,
        char_start=at,
        char_end=at + len(text),
        heading=heading,
    )


passages = st.lists(
    st.builds(
        lambda words, audience, heading: passage("word " * words, audience, heading),
        st.integers(1, 500),
        st.sampled_from(AUDIENCES),
        st.sampled_from(("", "Facts", "Later")),
    ),
    max_size=20,
)


@settings(deadline=None)
@given(passages)
def test_every_passage_is_in_a_chunk_of_its_own_audience(given_passages):
    """And no chunk holds a word of another."""
    chunks = cut_chunks(lambda _: "Title", given_passages, estimate_tokens)
    for position, one in enumerate(given_passages):
        covering = [
            c for c in chunks if c.first <= position <= c.last and c.audience == one.audience
        ]
        assert covering
    for chunk in chunks:
        mine = [
            p for p in given_passages[chunk.first : chunk.last + 1] if p.audience == chunk.audience
        ]
        body = "\n".join(p.text for p in mine)
        assert chunk.embedding_text.endswith(body)
        assert chunk.token_count == sum(estimate_tokens(p.text) for p in mine)


@settings(deadline=None)
@given(passages, st.sampled_from(AUDIENCES))
def test_one_audience_is_cut_as_if_the_others_were_not_there(given_passages, audience):
    """So nothing shows of what somebody else was told."""
    alone = [p for p in given_passages if p.audience == audience]
    texts = [
        (c.heading_path, c.embedding_text, c.token_count)
        for c in cut_chunks(lambda _: "Title", given_passages, estimate_tokens)
        if c.audience == audience
    ]
    assert texts == [
        (c.heading_path, c.embedding_text, c.token_count)
        for c in cut_chunks(lambda _: "Title", alone, estimate_tokens)
    ]


def test_a_short_note_is_one_chunk_under_its_title():
    """Sections and all."""
    found = cut_chunks(
        lambda _: "Tea", [passage("one", heading="A"), passage("two", heading="B")], len
    )
    assert [(c.heading_path, c.embedding_text) for c in found] == [("Tea", "Tea\n\none\ntwo")]


def test_a_longer_note_is_cut_by_section_and_a_long_section_in_overlapping_windows():
    """The preamble stands under the title alone."""
    long = [passage(f"{n} " + "x" * 398, heading="A", at=n * 400) for n in range(20)]
    found = cut_chunks(lambda _: "Tea", [passage("y" * 40), *long], estimate_tokens)
    assert found[0].heading_path == "Tea" and {c.heading_path for c in found[1:]} == {"Tea > A"}
    windows = [(c.first, c.last) for c in found[1:]]
    assert windows[0][0] == 1 and windows[-1][1] == 20
    assert all(later[0] <= earlier[1] for earlier, later in pairwise(windows))
    assert all(c.token_count <= 800 for c in found)


NOTE = "\ufeff---\ntags: [a]\n---\r\n# Çay\r\n\r\nお茶が好き。\r\n\r\n" + "".join(
    f"## Part {part}\r\n\r\n- {'漢字の長い文章' * 40} {part} (2026-02-01)\r\n"
    f"  - nested {part}\r\n\r\n"
    for part in range(4)
)


def test_offsets_are_of_the_text_as_it_stands():
    """Byte order mark, carriage returns and all; a chunk's stretch holds its passages' lines."""
    document = NoteParser().read("topics/cay.md", NOTE, "d")
    assert len(document.chunks) > 1
    for one in document.passages:
        line = NOTE[one.char_start : one.char_end]
        assert one.text.split()[0] in line
        assert NOTE[: one.char_start].replace("\r\n", "\n").count("\n") == one.line - 1
    for chunk in document.chunks:
        stretch = NOTE[chunk.char_start : chunk.char_end]
        for one in document.passages[chunk.first : chunk.last + 1]:
            assert NOTE[one.char_start : one.char_end] in stretch
