"""Every back end of an index: the same answers, whatever keeps the rows."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.memory.changed import News
from familiar_memory.domain.memory.document import (
    Alias,
    Chunk,
    FactRow,
    LinkRow,
    ParsedDocument,
    Passage,
    PassageKind,
    RelationRow,
    TrustClass,
)
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.domain.talk.place import Place
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.entity_values import StatedEdge
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.marks import NAMES_VERSION, scan_mark
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.by_content import text_hash
from familiar_memory.index.values import EmbeddedDocument, FactsWanted
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.recall.ranking.masks.remembered import Filters
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.testing import HashEmbedder, MemoryIndex

EMBEDDER = HashEmbedder()
IDENTITY = IndexIdentity(EMBEDDER.id.key, EMBEDDER.id.dimension, "1")
TAVERN = Place("discord", "tavern", "lantern").slug
AT = datetime(2026, 2, 2, 19, 30, 12, 500_000, UTC)
NOW = datetime(2026, 3, 1, tzinfo=UTC)
BACK_ENDS = {
    "sqlite": lambda folder: EmbeddingIndex(folder / "i" / "index.sqlite", IDENTITY),
    "memory": lambda folder: MemoryIndex(IDENTITY),
}


@pytest.fixture(params=BACK_ENDS)
def index(request, tmp_path):
    """An empty index of each kind."""
    made = BACK_ENDS[request.param](tmp_path)
    yield made
    made.close()


def note(key, texts, digest="d", **more):
    """A note with a line for each text."""
    passages = tuple(
        Passage(PassageKind.RECORD, text, "everyone", n + 1, 10 * n, 10 * n + 9)
        for n, text in enumerate(texts)
    )
    chunks = tuple(
        Chunk("", 10 * n, 10 * n + 9, 1, text, "everyone", n, n) for n, text in enumerate(texts)
    )
    return ParsedDocument(key, digest, title=key, passages=passages, chunks=chunks, **more)


def embedded(document, at=1):
    """With a window for each chunk."""
    windows = tuple((text_hash(chunk.embedding_text),) for chunk in document.chunks)
    return EmbeddedDocument(document, Stamp(document.key, at, 1), at, windows)


def write(index, *documents, source="memory", **more):
    """Write documents, and vectors of their chunks."""
    texts = [chunk.embedding_text for one in documents for chunk in one.chunks]
    rows = EMBEDDER.embed_documents(texts) if texts else ()
    vectors = {text_hash(text): row for text, row in zip(texts, rows, strict=True)}
    given = [embedded(one) for one in documents]
    return index.write(source, replaced=given, vectors=vectors, **more)


def numbers(index, key, source="memory"):
    """The numbers of the passages of a document, by their text."""
    return {f.passage.text: f.passage.id for f in index.passages_in(source, key)}


def found(index, question="tea", viewer=None, **filters):
    """What a search finds: texts, best first."""
    retriever = Retriever(index, Embedders(EMBEDDER))
    query = Query(question, viewer or Viewer(), Filters(now=NOW, **filters), 20)
    result = retriever.retrieve(query)
    return [replace(hit, origins=()) for hit in result.hits]


# --- what is written is read ----------------------------------------------------------


def test_what_is_known_of_documents(index):
    """By source, by key, by digest, below a folder."""
    write(index, note("lore/a.md", ["tea"], "1"), note("b.md", ["pot"], "2"))
    write(index, note("c", ["said"], "2"), source="conversation")
    assert sorted(index.known("memory")) == ["b.md", "lore/a.md"]
    (known,) = index.known_some("memory", ["b.md", "gone.md"]).values()
    assert (known.stamp, known.indexed_ns, known.digest) == (Stamp("b.md", 1, 1), 1, "2")
    assert index.keys_of("memory", "2") == ["b.md"]
    assert index.digests_below("memory", "lore/") == [("lore/a.md", "1")]
    assert index.stats().documents == {"memory": 2, "conversation": 1}
    index.write("memory", touched=[(Stamp("b.md", 7, 8), 9)])
    assert index.known("memory")["b.md"][:2] == (Stamp("b.md", 7, 8), 9)


def test_numbers_stay_with_what_is_said(index):
    """Wherever it moves; a number is never used for something else."""
    write(index, note("a.md", ["one", "two", "two", "three"]))
    first = numbers(index, "a.md")
    write(index, note("a.md", ["new", "two", "three", "two"], "e"))
    second = numbers(index, "a.md")
    assert (first["three"], len(second)) == (second["three"], 3)
    assert second["new"] not in first.values()
    assert list(index.passages(list(first.values()))) != []
    assert first["one"] not in index.passages(list(first.values()))
    (moved,) = (f.passage for f in index.passages_in("memory", "a.md") if f.passage.text == "three")
    assert (moved.ordinal, moved.line, moved.char_start) == (2, 3, 20)
    index.write("memory", removed=["a.md"])
    write(index, note("a.md", ["one"]))
    assert numbers(index, "a.md")["one"] > max(second.values())


def test_what_notes_say_of_entities(index):
    """Facts, relations, links and the lines of their own notes; struck lines too."""
    acme = note(
        "topics/acme.md",
        ["Makes anvils", "Makes anvils", "part_of:: Globex"],
        relations=(RelationRow(2, "acme", "part_of", "Globex", "topics/Globex.md", 3),),
        entity_kind="organization",
        entity_names=("Acme Corp",),
    )
    links = (
        LinkRow("topics/acme.md", 1, "everyone", 0),
        LinkRow("topics/acme.md", 1, "everyone", 0),
    )
    facts = (FactRow(1, "rowan", "works_at", "acme corp", seen=2),)
    write(index, acme, note("days/a.md", ["Went there", "works at"], links=links, facts=facts))
    write(index, note("b.md", ["tea"]), note("people/rowan.md", []))
    day, rowan, told = index.entity_notes("memory")
    assert [one.key for one in (day, rowan, told)] == [
        "days/a.md",
        "people/rowan.md",
        "topics/acme.md",
    ]
    assert (told.kind, told.names, told.title) == ("organization", ("Acme Corp",), "topics/acme.md")
    stating, plain = told.lines
    assert stating.edges == (StatedEdge("acme", "part_of", "Globex", "topics/Globex.md", 3, False),)
    assert (plain.times, plain.edges, plain.line) == (2, (), 0)
    stating, linking = day.lines
    assert stating.edges == (StatedEdge("rowan", "works_at", "acme corp", None, 2, True),)
    assert linking.targets == ("topics/acme.md",)
    assert rowan.lines == ()
    assert index.entity_notes("memory", ["people/rowan.md", "gone.md"]) == [rowan]
    retired = replace(
        acme, digest="e", passages=tuple(replace(p, retired=True) for p in acme.passages)
    )
    write(index, retired)
    (struck,) = index.entity_notes("memory", ["topics/acme.md"])
    assert all(line.retired for line in struck.lines)
    write(index, replace(acme, digest="f", entity_kind=None, entity_names=(), relations=()))
    (other,) = index.entity_notes("memory", ["topics/acme.md"])
    assert (other.kind, other.names, [line.times for line in other.lines]) == (None, (), [3])


def test_when_a_line_was_merged_is_told_wherever_it_is_read(index):
    """As a passage, as a fact, as what became of a fact, and as a line of an entity's note."""
    one = note("people/rowan.md", ["likes tea", "likes black tea"])
    old, new = (replace(p, place=TAVERN, refs=(f"t{at}",)) for at, p in enumerate(one.passages))
    old = replace(old, retired=True, merged_at=AT, record_id="a1")
    facts = tuple(FactRow(at, "rowan", "likes", text) for at, text in enumerate(("tea", "black")))
    write(index, replace(one, passages=(old, new), facts=facts))
    when = (AT.isoformat(), None)
    stored = [found.passage for found in index.passages_in("memory", "people/rowan.md")]
    wanted = FactsWanted(is_everything=True, with_retired=True)
    states = index.facts_of([(TAVERN, "t0"), (TAVERN, "t1")])
    (entity,) = index.entity_notes("memory")
    assert tuple(passage.merged_at for passage in stored) == when
    assert tuple(fact.merged_at for fact in index.stated_facts(wanted)) == when
    assert tuple(states[TAVERN, ref][0].valid_until for ref in ("t0", "t1")) == when
    assert tuple(line.merged_at for line in entity.lines) == when
    write(index, replace(one, digest="e", passages=(replace(old, merged_at=NOW), new), facts=facts))
    assert index.entity_notes("memory")[0].lines[0].merged_at == NOW.isoformat()


def talk(key, said, digest, **more):
    """A session with a turn for each (author, text)."""
    passages = tuple(
        Passage(PassageKind.TURN, text, TAVERN, author=who, author_name=who, role="user")
        for who, text in said
    )
    return ParsedDocument(key, digest, title=key, passages=passages, **more)


def called(index):
    """Who is called by which name, by the texts of the message and of a turn of theirs."""
    snapshot = index.snapshot()
    found = []
    for segment, alive in zip(snapshot.segments, snapshot.alive, strict=True):
        of = segment.callings
        texts = index.passages([int(one) for one in segment.passage])
        for row, target, name in zip(of.row, of.target, of.name, strict=True):
            if alive[row]:
                ids = (int(segment.passage[row]), int(segment.passage[target]))
                found.append((of.names[name], *(texts[one].text for one in ids)))
    return sorted(found)


def test_who_is_called_is_the_nearest_other_in_the_same_talk(index):
    """The last one before, else the first behind; a talk that has grown is one that is whole."""
    said = (
        ("bo", "Hey Kate!"),
        ("bo", "are you there?"),
        ("emi", "yes"),
        ("cal", "Thanks, Kate!"),
        ("cal", "call me Zed"),
    )
    whole = [
        ("Kate", "Hey Kate!", "yes"),
        ("Kate", "Thanks, Kate!", "yes"),
        ("Zed", "call me Zed", "call me Zed"),
    ]
    write(index, talk("s", said[:2], "1"), talk("t", said[2:3], "1"), source="conversation")
    assert called(index) == []
    write(index, talk("s", said[2:], "2", follows="1"), source="conversation")
    assert called(index) == whole
    grown = index.digest().tables
    write(index, talk("s", said, "2"), source="conversation")
    assert (called(index), index.digest().tables) == (whole, grown)
    write(index, talk("s", said[:2] + said[3:4], "3"), source="conversation")
    assert called(index) == [
        ("Kate", "Hey Kate!", "Thanks, Kate!"),
        ("Kate", "Thanks, Kate!", "are you there?"),
    ]
    index.write("conversation", removed=["s"])
    assert called(index) == []


def test_a_piece_is_added_only_to_what_it_follows(index):
    """Else its key is told, and nothing is written."""
    write(index, note("s", ["one", "two"], "1"), source="conversation")
    before = numbers(index, "s", "conversation")
    piece = replace(note("s", ["three"], "2"), follows="1")
    assert write(index, piece, source="conversation") == ()
    assert list(numbers(index, "s", "conversation")) == ["one", "two", "three"]
    assert before.items() <= numbers(index, "s", "conversation").items()
    assert write(index, replace(piece, digest="3"), source="conversation") == ("s",)
    assert write(index, replace(note("t", ["x"]), follows="1"), source="conversation") == ("t",)
    assert index.known("conversation")["s"].digest == "2"
    whole = index.another(IDENTITY)
    write(whole, note("s", ["one", "two", "three"], "2"), source="conversation")
    assert [h.text for h in found(index, "three")] == [h.text for h in found(whole, "three")]
    whole.close()


def test_a_write_counts_and_takes_the_mark_of_the_scan_away(index):
    """A mark is set only while nothing has been written."""
    before = index.sequence()
    index.set_mark(scan_mark("memory"), "x", if_at=before)
    assert index.mark(scan_mark("memory")) == "x"
    write(index, note("a.md", ["tea"]))
    assert index.sequence() > before
    assert index.mark(scan_mark("memory")) is None
    index.set_mark(scan_mark("memory"), "y", if_at=before)
    assert index.mark(scan_mark("memory")) is None


def test_changes_below_a_folder(index):
    """True at first, then only when there was one, and of an index made anew."""
    mark, has_changed = index.changed_below("memory", "lore/", None)
    assert has_changed
    write(index, note("b.md", ["tea"]))
    mark, has_changed = index.changed_below("memory", "lore/", mark)
    assert not has_changed
    write(index, note("lore/a.md", ["tea"]))
    mark, has_changed = index.changed_below("memory", "lore/", mark)
    assert has_changed
    index.reset("a test")
    assert index.changed_below("memory", "lore/", mark)[1]
    assert (index.known("memory"), found(index)) == ({}, [])


def test_each_write_is_told_once_in_order(index):
    """With what the document was and is; a piece too, and not what was refused or touched."""
    start = index.change_cursor()
    write(index, note("a.md", ["tea"], "1"), note("b.md", ["pot"], "1"))
    write(index, note("s", ["one"], "1"), source="conversation")
    piece = replace(note("s", ["two"], "2"), follows="1")
    assert write(index, piece, source="conversation") == ()
    assert write(index, piece, source="conversation") == ("s",)
    write(index, note("a.md", ["tea"], "1"))
    index.write("memory", touched=[(Stamp("a.md", 7, 8), 9)])
    index.write("memory", removed=["a.md", "never there.md"])
    wanted = [
        ("memory", "a.md", "added", None, "1"),
        ("memory", "b.md", "added", None, "1"),
        ("conversation", "s", "added", None, "1"),
        ("conversation", "s", "changed", "1", "2"),
        ("memory", "a.md", "changed", "1", "1"),
        ("memory", "a.md", "removed", "1", None),
    ]
    news = index.changes_since(start)
    assert changes(news) == wanted
    assert [one.sequence for one in news.told] == sorted({one.sequence for one in news.told})
    assert news.cursor == index.change_cursor()
    assert not index.changes_since(news.cursor)
    pieces, cursor = [], start
    while news := index.changes_since(cursor, 4):
        pieces.append(changes(news))
        cursor = news.cursor
    assert pieces == [wanted[:4], wanted[4:]]


def changes(news):
    """What is told, without its numbers."""
    assert not news.is_everything
    return [(one.source, one.key, one.what.value, one.before, one.after) for one in news.told]


def test_what_cannot_be_told_is_everything(index):
    """At first, of another index, of a number never given, and once when it was made anew."""
    write(index, note("a.md", ["tea"]))
    now = index.change_cursor()
    everything = News(now, is_everything=True)
    assert index.changes_since(None) == everything
    assert index.changes_since(replace(now, index="another")) == everything
    assert index.changes_since(replace(now, sequence=now.sequence + 1)) == everything
    index.reset("a test")
    write(index, note("b.md", ["tea"]))
    news = index.changes_since(now)
    assert news == News(index.change_cursor(), is_everything=True)
    write(index, note("c.md", ["tea"]))
    assert [one.key for one in index.changes_since(news.cursor).told] == ["c.md"]


def test_names_are_made_ready_once(index):
    """And again when a name has changed."""
    person = note(
        "people/kim.md", ["tea"], aliases=(Alias("Kim", "kim"), Alias("K", "kim", TAVERN))
    )
    write(index, person)
    rows, version = index.alias_rows(), index.mark(NAMES_VERSION)
    write(index, replace(person, digest="e"), note("b.md", ["x"]))
    assert (index.alias_rows() is rows, index.mark(NAMES_VERSION)) == (True, version)
    assert index.aliases() == {"k": ("kim",), "kim": ("kim",)}
    assert index.aliases(lambda audience: audience == "everyone") == {"kim": ("kim",)}
    assert index.first_names() == {"kim": "Kim"}
    write(index, replace(person, aliases=()))
    assert (index.aliases(), index.mark(NAMES_VERSION) == version) == ({}, False)


def test_for_whom_a_note_was_outlives_its_lines(index):
    """Until there are lines again, or the note is gone."""
    write(index, note("a.md", ["tea"]))
    write(index, note("a.md", [], "e"))
    assert index.audiences_of("memory", ["a.md"]) == {}
    assert index.last_audiences_of("memory", ["a.md"]) == {"a.md": frozenset({"everyone"})}
    index.write("memory", removed=["a.md"])
    assert index.last_audiences_of("memory", ["a.md"]) == {}


def test_what_lacks_vectors_is_told_and_filled(index):
    """By space."""
    index.write("memory", replaced=[embedded(note("a.md", ["tea", "pot"]))], lacks_vectors=True)
    assert index.unembedded() == (("memory", "a.md"),)
    space = index.spaces.own
    (first, second) = index.spaces.wanting(space.key, 0, 9)
    assert (first[1], second[1], index.spaces.count_wanting(space.key)) == ("tea", "pot", 2)
    assert index.spaces.wanting(space.key, first[0], 9) == [second]
    rows = EMBEDDER.embed_documents(["tea", "pot"])
    vectors = {text_hash("tea"): rows[0], text_hash("pot"): rows[1]}
    chunks = [(number, text, (text_hash(text),)) for number, text in (first, second)]
    index.spaces.put(space, chunks, vectors)
    index.spaces.filled(space.key, is_news=True)
    assert (index.unembedded(), index.spaces.is_whole(space.key)) == ((), True)
    assert index.spaces.known(space.key, [text_hash("tea"), b"x" * 16]).keys() == {text_hash("tea")}
    assert sum(len(segment.vectors) for segment in index.snapshot().segments) == 2
    other = EmbedderId("other", "1", 3)
    index.write("memory", replaced=[], vectors={}, embedder=other)
    assert index.unembedded() == ()


def test_a_snapshot_is_patched_and_says_the_same_as_a_new_one(index):
    """Whatever comes, changes and goes in between."""
    for n in range(6):
        write(index, note(f"{n}.md", [f"tea number {n}", "a kettle"], str(n)))
    index.snapshot()
    write(index, note("2.md", ["a kettle", "more tea", "tea number 2"], "x"), removed=["3.md"])
    write(index, note("9.md", ["green tea"]))
    patched = found(index)
    assert len(index.snapshot().segments) == 2
    index._forget()
    assert (found(index), len(index.snapshot().segments)) == (patched, 1)


def test_another_stands_beside_it(index):
    """With numbers of its own, and in the place of what has gone."""
    write(index, note("a.md", ["tea of today"]), note("b.md", ["tea"]))
    other = index.another(IDENTITY)
    other.start_ids_at(1 << 40)
    write(other, note("a.md", ["tea of yesterday"], "e"))
    assert min(numbers(other, "a.md").values()) > 1 << 40
    both = other.joined_to(index.snapshot(), lambda source, key: key == "a.md")
    standing = [s.passage[m] for s, m in zip(both.segments, both.alive, strict=True)]
    assert [len(rows) for rows in standing] == [1, 1]
    other.close()


def test_a_closed_one_says_so(index):
    """Closing it again does nothing."""
    index.close()
    index.close()
    with pytest.raises(IndexUnavailableError, match="closed"):
        index.known("memory")
    with pytest.raises(IndexUnavailableError, match="closed"):
        index.snapshot()


# --- all back ends alike --------------------------------------------------------------

AUDIENCES = ("everyone", "owner", TAVERN, "discord-dm-42")
WORDS = ("tea", "kettle", "Rowan", "thesis", "?", "march", "and the long walk")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
passages = st.builds(
    Passage,
    kind=st.sampled_from(PassageKind),
    text=texts,
    audience=st.sampled_from(AUDIENCES),
    heading=st.sampled_from(("", "Facts", "Aliases")),
    refs=st.sampled_from(((), ("1",), ("2",), ("1", "2"))),
    place=st.sampled_from((None, TAVERN)),
    author=st.sampled_from((None, "discord-42", "discord-7")),
    author_name=st.sampled_from((None, "Rowan", "Zed")),
    learned=st.sampled_from((None, AT, AT - timedelta(days=400))),
    valid_since=st.sampled_from((None, "2026", "2026-02-01")),
    valid_until=st.sampled_from((None, "2026-02", "no date")),
    expires=st.sampled_from((None, NOW - timedelta(seconds=1), NOW + timedelta(days=1))),
    retired=st.booleans(),
    record_type=st.sampled_from((None, "episodic")),
    topic=st.sampled_from((None, "tea")),
    importance=st.integers(1, 10),
    tags=st.sampled_from(((), ("a",), ("a", "b"))),
)


@st.composite
def documents(draw):
    """A note of some kind."""
    lines = draw(st.lists(passages, max_size=5))
    lines = [replace(p, line=n + 1, char_start=20 * n) for n, p in enumerate(lines)]
    at = st.integers(0, len(lines) - 1) if lines else st.nothing()
    key = draw(st.sampled_from(("people/discord-42.md", "topics/tea.md", "a.md")))
    facts = st.builds(
        FactRow,
        at,
        st.sampled_from(("discord-42", "topics/tea.md")),
        texts,
        texts,
        st.sampled_from((None, "topics/tea.md")),
        seen=st.sampled_from((None, 2)),
        confidence=st.sampled_from((None, 0.5)),
        source=st.sampled_from((None, "inferred")),
        temporary=st.booleans(),
        replaces=st.sampled_from((None, "a1")),
        into=st.sampled_from((None, "b2")),
    )
    links = st.builds(LinkRow, st.just("topics/tea.md"), st.just(1), st.just("everyone"), at)
    return ParsedDocument(
        key,
        draw(st.text("ab", max_size=3)),
        title=draw(texts),
        context=draw(st.sampled_from(("", "tea"))),
        trust=draw(st.sampled_from(TrustClass)),
        passages=tuple(lines),
        chunks=tuple(Chunk("", 0, 0, 1, p.text, p.audience, n, n) for n, p in enumerate(lines)),
        facts=tuple(draw(st.lists(facts, max_size=2))) if lines else (),
        links=tuple(draw(st.lists(links, max_size=2))) if lines else (),
        aliases=tuple(draw(st.lists(st.builds(Alias, texts, st.just("discord-42")), max_size=2))),
        problems=draw(st.sampled_from(((), ("odd",)))),
    )


steps = st.lists(
    st.one_of(
        documents(),
        st.sampled_from(("a.md", "topics/tea.md", "look")),
    ),
    max_size=8,
)
VIEWERS = (
    Viewer(),
    Viewer(TAVERN, AudiencePolicy.STRICT),
    Viewer("discord-dm-42", AudiencePolicy.STRICT),
)
WANTED = (
    FactsWanted(is_everything=True),
    FactsWanted(is_everything=True, with_retired=True),
    FactsWanted(objects=frozenset({"tea", "kettle"}), with_retired=True),
    FactsWanted(frozenset({"discord-42"}), frozenset({"topics/tea.md"}), with_retired=True),
    # More than SQLite takes in one statement, and some for two reasons.
    FactsWanted(
        frozenset({"discord-42", *map(str, range(1_100))}),
        frozenset({"topics/tea.md"}),
        frozenset({"tea", "kettle"}),
    ),
)
NAMES = ((TAVERN, "1"), (TAVERN, "2"), ("elsewhere", "1"))


def plain(stored):
    """A passage without the number that its index gave it."""
    return replace(stored, id=0)


def told(index):
    """Everything that an index answers."""
    keys = ("people/discord-42.md", "topics/tea.md", "a.md")
    stats = index.stats()
    return {
        "known": sorted(index.known("memory").items()),
        "audiences": index.audiences_of("memory", keys),
        "last": index.last_audiences_of("memory", keys),
        "problems": index.problems(),
        "textless": index.textless("memory"),
        "aliases": index.alias_rows(),
        "first": index.first_names(),
        "in": [
            replace(f, passage=plain(f.passage))
            for k in keys
            for f in index.passages_in("memory", k)
        ],
        "holding": [plain(f.passage) for f in index.passages_holding("TEA  kettle", 3)],
        "citing": {n: sorted(map(repr, map(plain, p))) for n, p in index.citing(NAMES).items()},
        "facts_of": {
            n: sorted(repr(one._replace(passage=0)) for one in states)
            for n, states in index.facts_of(NAMES).items()
        },
        "facts": sorted(map(repr, index.facts(["discord-42"], ["topics/tea.md"]))),
        "objects": index.named_objects(),
        "stated": [sorted(map(repr, index.stated_facts(wanted))) for wanted in WANTED],
        "stats": replace(stats, size_bytes=0, vectors=0),
        "unembedded": index.unembedded(),
        "found": [
            found(index, question, viewer)
            for question in ("tea kettle", "when did Rowan walk?", "in March")
            for viewer in VIEWERS
        ],
        "then": found(index, "tea", as_of=datetime(2026, 1, 20, tzinfo=UTC)),
    }


@pytest.mark.long
@settings(deadline=None, max_examples=60)
@given(life=steps)
def test_all_back_ends_answer_alike(life):
    """Documents come, change and go; answers are the same, and searches to the last bit."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        both = [make(Path(name)) for make in BACK_ENDS.values()]
        heard = []
        for index in both:
            stack.callback(index.close)
            start = index.change_cursor()
            for step in life:
                if isinstance(step, ParsedDocument):
                    write(index, step)
                elif step == "look":
                    index.snapshot()
                else:
                    index.write("memory", removed=[step])
            heard.append(changes(index.changes_since(start)))
        assert heard[0] == heard[1]
        sqlite, memory = map(told, both)
        for what, answer in sqlite.items():
            assert answer == memory[what], what
