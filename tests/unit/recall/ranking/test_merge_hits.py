"""One memory, one hit."""

from __future__ import annotations

from familiar_memory.domain.memory.source import Origin
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.ranking.candidate import Candidate
from familiar_memory.recall.ranking.merged.merge import merge_by_ref

PLACE = "discord-lantern.tavern"


def scored(number, kind, text, *refs, place=PLACE):
    """A ranked passage."""
    key = "s/1" if kind == "turn" else "people/discord-42.md"
    source = "conversation" if kind == "turn" else "memory"
    passage = StoredPassage(
        id=number,
        source=source,
        key=key,
        title="",
        trust="",
        kind=kind,
        text=text,
        audience=place or "everyone",
        line=number,
        char_start=0,
        ordinal=number,
        heading="",
        refs=refs,
        place=place,
        author=None,
        author_name=None,
        learned=None,
        role=None,
        valid_since=None,
        valid_until=None,
        origin=Origin(source, key, None),
    )
    return Candidate(number, source, key, number, 10.0 - number, ()), passage


def shown(ranked, limit=10):
    """What of the hits matters here."""
    return [(h.text, h.refs, h.noted_in, h.score) for h in merge_by_ref(ranked, limit)]


def test_a_note_and_its_turn_are_one_hit_at_the_better_rank():
    """The turn speaks, the note is named."""
    ranked = [scored(1, "record", "likes tea", "t1"), scored(2, "turn", "I like tea", "t1")]
    assert shown(ranked) == [("I like tea", ("t1",), ("people/discord-42.md:1",), 9.0)]


def test_a_note_of_several_turns_swallows_none_of_them():
    """It joins the best of them; the others stay hits."""
    ranked = [
        scored(1, "turn", "two", "t2"),
        scored(2, "record", "summary", "t5", "t2"),
        scored(3, "turn", "five", "t5"),
    ]
    assert [text for text, *_ in shown(ranked)] == ["two", "five"]
    assert shown(ranked)[0][1:3] == (("t2", "t5"), ("people/discord-42.md:2",))


def test_two_turns_are_never_one_hit():
    """Even if a note cites both and is the best of all."""
    ranked = [
        scored(1, "record", "summary", "t1", "t2"),
        scored(2, "turn", "one", "t1"),
        scored(3, "turn", "two", "t2"),
    ]
    assert [(text, score) for text, _, _, score in shown(ranked)] == [("one", 9.0), ("two", 7.0)]


def test_two_facts_of_one_turn_are_both_told_when_the_turn_is_not_there():
    """Only notes that say the same are one."""
    ranked = [
        scored(1, "record", "lives in Ljubljana", "t1"),
        scored(2, "record", "works at Acme", "t1"),
        scored(3, "record", "Lives  in ljubljana", "t1"),
    ]
    assert [text for text, *_ in shown(ranked)] == ["lives in Ljubljana", "works at Acme"]


def test_the_same_ref_in_another_place_is_another_turn():
    """Refs are the platform's, within a place."""
    ranked = [scored(1, "turn", "here", "1"), scored(2, "turn", "there", "1", place="discord-x")]
    assert [text for text, *_ in shown(ranked)] == ["here", "there"]


def test_what_has_no_refs_stands_alone():
    """And the limit counts hits."""
    ranked = [scored(n, "paragraph", "same", place=None) for n in range(5)]
    assert len(shown(ranked, 3)) == 3
