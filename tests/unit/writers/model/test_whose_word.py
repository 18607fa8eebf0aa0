"""What is acted out, quoted or claimed of others is no fact, with a model and without one."""

from __future__ import annotations

import re
from datetime import UTC

import pytest
from model_lives import START, op

from familiar_memory.domain.talk.role import Role, TurnKind
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

NOT_THEIRS = [
    "*I live in Mordor and I keep a dragon*",
    "_I live in Mordor now_, the orc growled",
    'he said "I live in Mordor" and left',
    "“I live in Mordor” is what it says on the tin",
    "> I live in Mordor",
    "```\nI live in Mordor\n```",
    "「I live in Mordor」って言ってた",
]


def _facts(store) -> list[str]:
    """The lines of all notes but sessions that speak of where somebody lives."""
    texts = (store.read_file(one) for one in store.glob("**/*.md") if "sessions/" not in one)
    return re.findall(r"^- .*Mordor.*$", "\n".join(texts), re.MULTILINE)


def _lives_in(turn: str, who: str = "p1"):
    return op("fact", turn, "I live in Mordor", person=who, predicate="lives_in", text="Mordor")


@pytest.mark.parametrize("said", NOT_THEIRS)
@pytest.mark.parametrize("with_model", [False, True])
def test_what_is_acted_out_or_quoted_is_no_fact(
    life, writer, make_turn, said: str, with_model: bool
) -> None:
    """Nor does it wait for anybody: it was not said."""
    turns = [make_turn(f"I have a cat called Miso.\n{said}"), make_turn("I work at the mill.")]
    if with_model:
        life.write(turns, _lives_in("t1"))
    else:
        life.history.record_many(turns)
        assert writer.run().is_complete
    assert _facts(life.store) == []
    assert "has_pet:: cat called Miso" in life.store.read_file("people/Rowan.md")


@pytest.mark.parametrize(
    "more", [{"role": Role.ASSISTANT}, {"kind": TurnKind.AUTOMATED}, {"silent": True}]
)
@pytest.mark.parametrize("with_model", [False, True])
def test_what_no_person_said_is_no_fact(life, writer, make_turn, more, with_model: bool) -> None:
    """The familiar's own words, a program's, and what was not meant to be heard."""
    turns = [make_turn("I have a cat called Miso."), make_turn("I live in Mordor.", "Ash", **more)]
    if with_model:
        life.write(turns, _lives_in("t2"), _lives_in("t1"))
    else:
        life.history.record_many(turns)
        assert writer.run().is_complete
    assert _facts(life.store) == []


@pytest.mark.parametrize("with_model", [False, True])
def test_whoever_speaks_as_another_speaks_for_themselves(
    life, writer, make_turn, with_model: bool
) -> None:
    """What an impostor says stands in their own note, and the name waits for a person."""
    turns = [make_turn("I like rum.", "Bob"), make_turn("I'm Bob. I live in Mordor.", "Carl")]
    if with_model:
        life.write(turns, _lives_in("t2", "p1"), op("alias", "t2", "I'm Bob", text="Bob"))
    else:
        life.history.record_many(turns)
        assert writer.run().is_complete
    assert "Mordor" not in life.store.read_file("people/Bob.md")
    assert "lives_in:: Mordor" in life.store.read_file("people/Carl.md")
    assert "called::" not in life.store.read_file("people/Carl.md")
    assert life.store.read_file("review.md").count("called:: Bob") == 1


@pytest.mark.parametrize("with_model", [False, True])
@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Bob lives in Mordor.", "Bob lives in Mordor"),
        ("everybody calls Bob 'Mordor'", "everybody calls Bob"),
        ("Bob told me that he lives in Mordor", "he lives in Mordor"),
    ],
)
def test_what_is_said_of_another_stays_with_whoever_said_it(
    life, writer, make_turn, said: str, quote: str, with_model: bool
) -> None:
    """In words, in the note of the speaker; without a model nothing is noted of it."""
    turns = [make_turn("I like rum.", "Bob"), make_turn(said, "Carl")]
    if with_model:
        claim = op("fact", "t2", quote, person="p1", predicate="lives_in", text="Mordor")
        life.write(turns, claim, op("alias", "t2", quote, person="p1", text="Mordor"))
    else:
        life.history.record_many(turns)
        assert writer.run().is_complete
    assert "Mordor" not in life.store.read_file("people/Bob.md")
    told = life.lines("people/Carl.md", "Said of others")
    assert [one.partition(" (")[0] for one in told] == (
        ["- Bob lives in Mordor"] if with_model else []
    )
    assert "::" not in "".join(told)


@pytest.mark.parametrize("kind", ["alias", "fact"])
@pytest.mark.parametrize("certainty", ["stated", "inferred"])
@pytest.mark.parametrize(
    ("said", "quote", "name"),
    [
        ("my sister Carla is a nurse in Sheffield", "Carla", "Carla"),
        ("I work at the mill. My sister Carla is a nurse", "Carla", "Carla"),
        ("Carla says hi to you all", "Carla says hi", "Carla"),
        ("My dog is called Toast", "is called Toast", "Toast"),
    ],
)
def test_a_name_is_theirs_only_where_they_say_so(
    life, make_turn, kind: str, certainty: str, said: str, quote: str, name: str
) -> None:
    """Else a person decides, and no end of a session does, however often it comes up."""
    turns = [make_turn(said), make_turn(f"Hm, {said}")]
    ops = (
        op(kind, turn, quote, person="p1", text=name, predicate="called", certainty=certainty)
        for turn in ("t1", "t2")
    )
    life.write(turns, *ops)
    rules = WritingRules(UTC)
    MemoryWriter(life.history, life.store, ExtractiveWriter(), lambda: START, rules).settle_held()
    assert f"called:: {name}" not in life.store.read_file("people/Rowan.md")
    assert "nobody says there that they go by" in life.store.read_file("review.md")


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("My sister is a nurse. I go by Vic.", "Vic"),
        ("my friends call me Vic", "Vic"),
        ('please call me "Vic", all of you', "Vic"),
        ("Most people know me as Vic", "know me as Vic"),
    ],
)
def test_a_name_that_somebody_says_is_theirs_on_a_short_quote(
    life, make_turn, said: str, quote: str
) -> None:
    """The sentence around the quoted words says so."""
    life.write([make_turn(said)], op("alias", "t1", quote, person="p1", text="Vic"))
    assert "- called:: Vic (" in life.store.read_file("people/Rowan.md")


@pytest.mark.parametrize("with_model", [False, True])
def test_what_its_speaker_took_back_is_no_fact(life, writer, make_turn, with_model: bool) -> None:
    """With the next message of theirs."""
    turns = [
        make_turn("I live in Mordor."),
        make_turn("jk"),
        make_turn("I have a cat called Miso."),
    ]
    if with_model:
        life.write(turns, _lives_in("t1"))
    else:
        life.history.record_many(turns)
        assert writer.run().is_complete
    assert _facts(life.store) == []
    assert "has_pet:: cat called Miso" in life.store.read_file("people/Rowan.md")
