"""Entities and how they hang together: what a viewer is told of notes as people write them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import InputError, UsageError

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TAVERN = Place("discord", "tavern", "lantern")
DM = Place("discord", "dm-7")
IN_TAVERN, IN_DM = f"in:{TAVERN.slug}", f"in:{DM.slug}"


@pytest.fixture
def told(new_familiar, tmp_path):
    """Answers of `familiar.knowledge` over notes given by path."""

    def ask(notes, question, *given, **named):
        async def asked():
            familiar = new_familiar(tmp_path / "home")
            root = tmp_path / "home" / "ember" / "memory"
            for path, text in notes.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, "utf-8")
            async with familiar:
                await familiar.settle()
                return await getattr(familiar.knowledge, question)(*given, **named)

        return asyncio.run(asked())

    return ask


def bullets(*lines):
    """A note of records."""
    return "".join(f"- {line}\n" for line in lines)


def ties(graph):
    """By name: (relation, target, strength) of every node."""
    return {
        node.entity.name: [(r.relation, r.target, r.strength) for r in node.relations]
        for node in graph.nodes
    }


CHAIN = {
    "people/a.md": bullets("friend_of:: [[b]]"),
    "people/b.md": bullets("friend_of:: [[c]]"),
    "people/c.md": bullets("friend_of:: [[d]]"),
    "people/d.md": bullets("likes:: tea"),
}


@pytest.mark.long
def test_a_chain_by_depth(told):
    """Of depth 1 the next one, of depth 2 the one behind; the last lists whom it is tied to."""
    assert list(ties(told(CHAIN, "graph", "a", depth=1))) == ["a", "b"]
    two = told(CHAIN, "graph", "A")
    assert ties(two) == {
        "a": [("friend_of", "b", 1)],
        "b": [("friend_of", "c", 1)],
        "c": [("friend_of", "d", 1)],
    }
    assert [node.distance for node in two.nodes] == [0, 1, 2]
    assert list(ties(told(CHAIN, "graph", "d", depth=1))) == ["d", "c"]
    assert list(ties(told(CHAIN, "graph", "people/a.md", depth=0))) == ["a"]


def test_an_unknown_name_is_not_found(told):
    """And what was asked for is said as it was."""
    graph = told(CHAIN, "graph", " Nobody ")
    assert (graph.found, graph.entity, graph.nodes) == (False, "Nobody", ())


def test_one_name_in_several_spellings_is_one_entity(told):
    """Case, width and spacing make no difference; the spelling that was learned first is shown."""
    notes = {
        "people/rowan.md": bullets("works_at:: ACME corp (2026-02-02)"),
        "people/bex.md": bullets("works_at:: Acme  Corp (2026-01-02)", "works_at:: Ａｃｍｅ Corp"),
        "people/élan.md": bullets("lives_in:: ÉVORA (2026-01-02)"),
        "people/ada.md": bullets("lives_in:: Évora (2026-01-01)"),
    }
    graph = told(notes, "graph", "acme corp", depth=1)
    (acme, *others) = graph.nodes
    assert (acme.entity.name, acme.entity.mentions, acme.entity.kind) == (
        "Acme Corp",
        3,
        "organization",
    )
    assert [one.entity.name for one in others] == ["bex", "rowan"]
    assert told(notes, "graph", "évora").nodes[0].entity.name == "Évora"


def test_a_name_leads_to_the_one_note_that_bears_it(told):
    """By title, alias or file name; where two bear it, it is a name of its own."""
    acme = {
        "topics/acme.md": "---\ntype: organisation\naliases: [The Firm]\n---\n# Acme Corp\n\n- x\n"
    }
    rowan = {"people/rowan.md": bullets("works_at:: the firm", "works_at:: acme corp")}
    graph = told(acme | rowan, "graph", "rowan", depth=1)
    assert ties(graph)["rowan"] == [("works_at", "Acme Corp", 2)]
    acme_node = graph.nodes[1].entity
    assert (acme_node.note, acme_node.aliases) == ("topics/acme.md", ("The Firm", "acme"))
    twice = {"topics/other.md": "# Acme Corp\n\n- y\n"}
    graph = told(acme | rowan | twice, "graph", "rowan", depth=1)
    assert {n.entity.note for n in graph.nodes} == {"people/rowan.md", "topics/acme.md", None}
    with pytest.raises(UsageError, match="several entities"):
        told(acme | rowan | twice, "graph", "Acme Corp")


def test_people_are_meant_before_topics(told):
    """Somebody's name may be what a topic is called too."""
    notes = {"people/bex.md": bullets("likes:: tea"), "topics/x.md": "# Bex\n\n- x\n"}
    assert told(notes, "graph", "BEX").nodes[0].entity.note == "people/bex.md"


def test_types(told):
    """What a note says counts before what is said of it; a person's note is a person's."""
    notes = {
        "people/rowan.md": bullets(
            "works_at:: [[acme]]", "lives_in:: Oban", "uses:: Rust", "likes:: tea", "knows:: Bo"
        ),
        "topics/acme.md": "---\ntype: Project\n---\n- x\n",
        "topics/rust.md": "- part_of:: [[llvm|LLVM]]\n",
    }
    kinds = {e.name: str(e.kind) for e in told(notes, "entities").entities}
    assert kinds == {
        "rowan": "person",
        "acme": "project",
        "Oban": "place",
        "rust": "technology",
        "LLVM": "concept",
        "Bo": "person",
    }
    assert [e.name for e in told(notes, "entities", kind="person").entities] == ["rowan", "Bo"]


@pytest.mark.parametrize(
    ("head", "place", "kind"),
    [
        pytest.param("", TAVERN, "project", id="the newest line that holds"),
        pytest.param("", DM, "place", id="for whom it is"),
        pytest.param("", None, "place", id="the owner knows all"),
        pytest.param("---\ntype: concept\n---\n", TAVERN, "concept", id="the property goes first"),
    ],
)
def test_a_line_says_what_something_is(told, head, place, kind):
    """It ties nothing, and is no mention by itself."""
    notes = {
        "topics/mill.md": head
        + bullets(
            f"type:: [[organization]] (2026-02-01, {IN_TAVERN})",
            f"type:: [[project]] (2026-02-02, {IN_TAVERN})",
            f"~~type:: [[technology]] (2026-02-03, {IN_TAVERN})~~",
            f"type:: [[place]] (2026-02-04, {IN_DM})",
            "It grinds on Mondays (2026-02-01)",
        )
    }
    (node,) = told(notes, "graph", "mill", place=place).nodes
    assert (node.entity.kind.value, node.entity.mentions, node.relations) == (kind, 1, ())


def test_relations_and_links(told):
    """A field with one link is an edge whatever its key; a link in prose links to a note."""
    notes = {
        "topics/acme.md": bullets(
            "Part of:: [[globex|Globex]] (2026-01-01, seen:3)",
            "part_of:: [[Globex]] (2026-01-02)",
            "Built with [[rust]]",
            "See [[rust]] and [the docs](../notes.md)",
            "~~owns:: [[rust]]~~",
            "same as [[acme]]",
        ),
        "topics/globex.md": "# Globex\n\nWords.\n",
        "topics/rust.md": "Words about [Acme](acme.md).\n",
        "notes.md": "- [[rust]]\n",
    }
    graph = told(notes, "graph", "acme", depth=1)
    assert ties(graph) == {
        "acme": [("part_of", "Globex", 4), ("links to", "rust", 2)],
        "Globex": [],
        "rust": [("links to", "acme", 1)],
    }
    rust = graph.nodes[2].entity
    assert rust.mentions == 4
    records = graph.nodes[0].relations[0].records
    assert [record.note for record in records] == ["topics/acme.md"] * 2
    assert graph.nodes[0].relations[0].sentence == "part of Globex"


def test_strength_grows_when_it_is_said_again(told):
    """`seen:N` counts, and so does every line that says it."""
    notes = {"people/rowan.md": bullets("knows:: Bo (2026-01-01, seen:3)", "knows:: bo")}
    assert ties(told(notes, "graph", "rowan"))["rowan"] == [("knows", "Bo", 4)]


@pytest.mark.long
def test_what_ended_ties_nobody_now_and_did_then(told):
    """What was wrong never did; who is known from there is known still."""
    notes = {
        "people/rowan.md": bullets(
            "works_at:: Acme (2025-06-01)",
            "~~works_at:: Initech (2024-03-02, since 2024-03-01, until 2025-06-01)~~",
            "~~works_at:: Hooli (2024-03-02)~~",
            "staying_in:: Oban (2026-01-01, expires:2026-02-01)",
        )
    }
    assert list(ties(told(notes, "graph", "rowan"))) == ["rowan", "Acme"]
    then = datetime(2025, 1, 1, tzinfo=UTC)
    past = told(notes, "graph", "rowan", as_of=then)
    assert (list(ties(past)), past.as_of) == (["rowan", "Initech"], then)
    initech = told(notes, "graph", "initech").nodes
    assert [(n.entity.name, n.entity.mentions, n.relations) for n in initech] == [
        ("Initech", 1, ())
    ]
    assert not told(notes, "graph", "Hooli").found
    assert not told(notes, "graph", "Oban").found
    assert told(notes, "graph", "Oban", as_of=datetime(2026, 1, 9, tzinfo=UTC)).found
    assert not told(notes, "graph", "rowan", as_of=datetime(2020, 1, 1, tzinfo=UTC)).found


def test_mentions_are_distinct_records(told):
    """A record that states and links one counts once; first and last are by when it was learned."""
    notes = {
        "topics/acme.md": "# Acme\n\n- Makes anvils (2026-01-05)\n",
        "people/rowan.md": bullets(
            "works_at:: [[acme]] (2026-01-02)",
            "Went to [[acme]] with [[acme|them]] (2026-02-02)",
            "owns:: a cat",
        ),
    }
    acme = told(notes, "graph", "acme").nodes[0].entity
    assert (acme.mentions, acme.first_seen, acme.last_seen) == (
        3,
        datetime(2026, 1, 2, tzinfo=UTC),
        datetime(2026, 2, 2, tzinfo=UTC),
    )


def test_stale_entities_are_in_every_answer(told):
    """And say that they are."""
    day = (NOW - timedelta(days=91)).date()
    notes = {"people/rowan.md": bullets(f"works_at:: Acme ({day})", "x (2026-02-20)")}
    acme = told(notes, "graph", "Acme").nodes[0].entity
    assert (acme.is_stale, acme.mentions) == (True, 1)


@pytest.mark.long
def test_what_a_place_may_not_know_does_not_exist_there(told):
    """No edge, no mention, no name, and no note of which every line is hidden."""
    notes = {
        "people/rowan.md": bullets(
            f"works_at:: [[acme]] (2026-01-01, {IN_TAVERN})",
            f"works_at:: [[acme]] (2026-01-02, seen:5, {IN_DM})",
            f"friend_of:: [[bex]] (2026-01-03, {IN_DM})",
            f"knows:: Bo (2026-01-03, {IN_DM})",
        ),
        "people/bex.md": bullets(f"likes:: tea (2026-01-01, {IN_DM})"),
        "topics/acme.md": "---\ntype: project\n---\n# Acme Corp\n\n"
        + bullets(f"part_of:: [[bex]] (2026-01-01, {IN_DM})"),
    }
    graph = told(notes, "graph", "rowan", place=TAVERN)
    # The note of Acme is not for the tavern, so its name and its type are not either.
    assert ties(graph) == {"rowan": [("works_at", "acme", 1)], "acme": []}
    assert [(n.entity.note, n.entity.mentions, str(n.entity.kind)) for n in graph.nodes] == [
        ("people/rowan.md", 1, "person"),
        (None, 1, "organization"),
    ]
    for name in ("bex", "Bo", "Acme Corp", "people/bex.md"):
        assert not told(notes, "graph", name, place=TAVERN).found
    assert len(told(notes, "entities", place=TAVERN).entities) == 2
    assert told(notes, "entities").total == 4


@pytest.mark.long
def test_names_of_people_are_for_who_may_know_them(told):
    """A name of one place finds nobody in another, and is not shown there."""
    notes = {
        "people/discord-42.md": "---\nid: discord-42\n---\n"
        f"## Aliases\n\n- Rowan ({IN_TAVERN})\n- Mallory ({IN_DM})\n\n## Facts\n\n"
        + bullets("likes:: tea (2026-01-01)"),
        "people/bex.md": bullets("friend_of:: [[Mallory]]", "knows:: Mallory"),
    }
    for place, name in ((TAVERN, "Rowan"), (DM, "Mallory")):
        graph = told(notes, "graph", "discord:42", depth=0, place=place)
        assert (graph.entity, graph.nodes[0].entity.aliases) == (name, ())
    assert "Mallory" in ties(told(notes, "graph", "bex", place=TAVERN))
    there = told(notes, "graph", "Mallory", depth=0, place=TAVERN)
    assert there.nodes[0].entity.note is None
    owner = told(notes, "graph", "Mallory", depth=0)
    assert owner.nodes[0].entity.note == "people/discord-42.md"


def test_owners_see_paths_and_places_see_keys(told):
    """A file may be called anything."""
    notes = {
        "people/Rowan Smith.md": "---\nid: discord-42\n---\n" + bullets("likes:: tea"),
        "people/bex.md": bullets("friend_of:: [[Rowan Smith|Rowan]]"),
    }
    owner = told(notes, "graph", "bex")
    there = told(notes, "graph", "bex", place=TAVERN)
    assert [n.entity.note for n in owner.nodes] == ["people/bex.md", "people/Rowan Smith.md"]
    assert [n.entity.note for n in there.nodes] == ["people/bex.md", "people/discord-42.md"]
    assert told(notes, "graph", "Rowan Smith").found


def test_a_hub_is_cut_and_says_so(told):
    """The strongest are kept."""
    lines = [f"knows:: N{n:03}" for n in range(60)] + ["knows:: Zoe (2026-01-01, seen:9)"]
    graph = told({"people/hub.md": bullets(*lines)}, "graph", "hub", depth=1)
    assert graph.truncated
    assert (len(graph.nodes), graph.nodes[1].entity.name) == (51, "Zoe")
    assert (len(graph.nodes[0].relations), graph.nodes[0].is_cut) == (50, True)


def test_twins_are_no_relation(told):
    """That two notes are of one person is wiring, and shown nowhere."""
    notes = {
        "people/discord-1.md": bullets("same_as:: [Mira](twitch-2.md)", "likes:: tea"),
        "people/twitch-2.md": bullets("likes:: tea"),
    }
    assert list(ties(told(notes, "graph", "discord-1"))) == ["discord-1"]


@pytest.mark.long
def test_what_cannot_be_asked(told):
    """Each with what would be accepted."""
    for given, named, error in (
        (("",), {}, UsageError),
        (("a",), {"depth": 7}, UsageError),
        (("a",), {"depth": -1}, InputError),
        (("a",), {"as_of": datetime(2026, 1, 1)}, UsageError),
        ((7,), {}, InputError),
    ):
        with pytest.raises(error):
            told({}, "graph", *given, **named)
    with pytest.raises(UsageError, match="no kind of entity"):
        told({}, "entities", kind="company")
