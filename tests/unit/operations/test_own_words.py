"""A line in somebody's own words ends with the fact that was made of the same words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.policies.talk import TalkPolicy
from familiar_memory.operations.policy import Proposer
from familiar_memory.operations.proposal import AddRecord, Proposal, ResumeRecord, RetireRecord

KEY = "people/discord-42.md"
TAVERN, DM = "discord-g.tavern", "discord-dm-42"
BAND = "play the banjo in a band called the Kilted Yaks"


def _fields(day: int, place: str = TAVERN, **more: object) -> RecordFields:
    learned = date(2026, 3, day)
    return replace(
        RecordFields(learned=learned, refs=(f"m{day}",), by="discord-42", place=place), **more
    )


def _fact(day: int, predicate: str, thing: str, place: str = TAVERN) -> AddRecord:
    record = Record(
        fact_text(predicate, thing), _fields(day, place), predicate=predicate, object=thing
    )
    return AddRecord(KEY, "", "Facts", record)


def _words(day: int, text: str, section: str = "Life", place: str = TAVERN) -> AddRecord:
    return AddRecord(KEY, "", section, Record(text, _fields(day, place)))


def _over(day: int, predicate: str, thing: str, *, ended: bool = True) -> RetireRecord:
    return RetireRecord(KEY, predicate, thing, _fields(day), ended=ended)


def _merged(*batches: tuple[Proposal, ...], text: str = "") -> str:
    policy = TalkPolicy({"discord-42"}, Viewer(TAVERN, AudiencePolicy.GUILD))
    for one in batches:
        text, _ = merge(text, one, NoteRules(), Proposer.of(policy))
    return text


def _standing(text: str) -> list[StandingLine]:
    return list(standing_lines(KEY, parse_note(text, path=KEY), "everyone"))


def _ends(text: str) -> dict[str, str | None]:
    """What is struck, and until when it held."""
    records = [one.record for one in _standing(text)]
    return {one.text: one.fields.until for one in records if one.state.value != "live"}


TOLD = (_fact(1, "plays", "banjo"), _words(1, BAND))


@pytest.mark.parametrize("section", ["Life", "Projects", "Plans"])
def test_it_is_struck_with_the_fact(section: str) -> None:
    """In one batch or in two, and again changes nothing."""
    told = (TOLD[0], _words(1, BAND, section))
    text = _merged(told, (_over(9, "plays", "banjo"),))
    assert _ends(text) == {"plays:: banjo": "2026-03-09", BAND: "2026-03-09"}
    assert _merged((*told, _over(9, "plays", "banjo"))) == text
    assert _merged((_over(9, "plays", "banjo"),), text=text) == text


def test_it_is_struck_by_what_takes_the_place_of_the_fact() -> None:
    """A new home ends the old one, and what was said of it."""
    told = (_fact(1, "lives_in", "Oban"), _words(1, "live by the harbour of Oban"))
    text = _merged(told, (_fact(9, "lives_in", "Hull"),))
    assert _ends(text)["live by the harbour of Oban"] == "2026-03-09"


def test_it_is_struck_by_whoever_retires_the_fact_by_its_id() -> None:
    """A command, a tool or a model, which knows of that line alone."""
    text = _merged(TOLD)
    fact = next(one for one in _standing(text) if one.record.predicate)
    over = RetireById(KEY, fact.id, "2026-03-09")
    assert _ends(_merged((over,), text=text))[BAND] == "2026-03-09"


def test_it_was_wrong_with_the_fact() -> None:
    """What happened as well, if that was never so."""
    told = (*TOLD, _words(1, "bought a banjo on Skye", "Events"))
    text = _merged(told, (_over(9, "plays", "banjo", ended=False),))
    assert _ends(text) == {"plays:: banjo": None, BAND: None, "bought a banjo on Skye": None}


def test_what_happened_stays_true_of_its_day() -> None:
    """Who started at Acme did so, wherever they work now."""
    told = (_fact(1, "works_at", "Acme"), _words(1, "started at Acme", "Events"))
    text = _merged(told, (_over(9, "works_at", "Acme"),))
    assert _ends(text) == {"works_at:: Acme": "2026-03-09"}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (_words(1, "teach the banjoist next door"), "it names something else"),
        (_words(2, BAND), "it was said in another message"),
        (_words(1, BAND, place=DM), "it was said to others"),
        (_words(1, f"{BAND}; have two cats called Posy and Wren"), "it says more"),
        (_words(1, f"{BAND}, have two cats called Posy and Wren"), "it says more"),
        (_words(1, "バンドでbanjoを弾いています、猫を二匹飼っています"), "it says more"),
        (_words(1, "Plays the banjo", "Said of others"), "it is no line of theirs"),
    ],
)
def test_what_stands(said: AddRecord, why: str) -> None:
    """Another message, another audience, and what more a line says."""
    text = _merged((TOLD[0], said), (_over(9, "plays", "banjo"),))
    assert _ends(text) == {"plays:: banjo": "2026-03-09"}, why


def test_a_line_of_two_facts_ends_with_the_last() -> None:
    """Until then it says something that is so."""
    told = (
        _fact(1, "plays", "banjo"),
        _fact(1, "plays", "fiddle"),
        _words(1, "play the banjo in a band, the fiddle at home"),
    )
    text = _merged(told, (_over(5, "plays", "banjo"),))
    assert set(_ends(text)) == {"plays:: banjo"}
    text = _merged((_over(9, "plays", "fiddle"),), text=text)
    assert _ends(text)["play the banjo in a band, the fiddle at home"] == "2026-03-09"


def test_a_line_that_tells_of_the_end_stands() -> None:
    """It is not over by what it says itself."""
    fact = AddRecord(
        KEY,
        "",
        "Facts",
        Record("plays:: banjo", _fields(9, until="2019"), predicate="plays", object="banjo"),
    )
    assert BAND not in _ends(_merged((fact, _words(9, BAND))))


def test_a_line_that_a_person_opened_to_others_is_theirs() -> None:
    """Who may know it was theirs to say, and so is its end."""
    text = _merged(TOLD)
    line = next(one for one in text.splitlines() if BAND in one)
    opened = text.replace(line, line.replace("in:discord-g.tavern", "in:everyone"))
    assert opened != text
    assert set(_ends(_merged((_over(9, "plays", "banjo"),), text=opened))) == {"plays:: banjo"}


def test_a_line_that_a_person_made_live_again_stays_so() -> None:
    """Whatever is written later."""
    text = _merged(TOLD, (_over(9, "plays", "banjo"),))
    line = next(one for one in text.splitlines() if BAND in one)
    theirs = text.replace(line, line.replace("~~", "").replace(", until 2026-03-09", ""))
    after = _merged((_fact(10, "likes", "tea"), _over(11, "plays", "banjo")), text=theirs)
    assert BAND not in _ends(after)


def test_it_is_live_again_with_the_fact() -> None:
    """Whoever said that it ended takes that back."""
    before = _merged(TOLD)
    text = _merged((_over(9, "plays", "banjo"),), text=before)
    resumed = ResumeRecord(KEY, "plays", "banjo", _fields(9), "2026-03-09")
    assert _merged((resumed,), text=text) == before


def test_another_end_is_not_taken_back() -> None:
    """Of another day, or of another room."""
    text = _merged(TOLD, (_over(9, "plays", "banjo"),))
    for other in (
        ResumeRecord(KEY, "plays", "banjo", _fields(9), "2026-03-08"),
        ResumeRecord(KEY, "plays", "banjo", _fields(9, DM), "2026-03-09"),
        ResumeRecord(KEY, "plays", "fiddle", _fields(9), "2026-03-09"),
    ):
        assert _merged((other,), text=text) == text


def test_a_merged_line_ends_as_its_originals_would() -> None:
    """It speaks for the messages of both; what went into it stays as it is."""
    merged = Record(
        "play the banjo in the Kilted Yaks, a band from Oban",
        _fields(4, refs=("m1", "m3"), source="consolidation"),
        id="m1e7",
    )
    text = _merged((*TOLD, _words(3, "play in the Kilted Yaks, a band from Oban")))
    text = _merged(
        tuple(
            RetireById(KEY, one.id, None, into="m1e7")
            for one in _standing(text)
            if one.section == "Life"
        ),
        (AddRecord(KEY, "", "Life", merged, is_confirmed=True),),
        text=text,
    )
    over = _merged((_over(9, "plays", "banjo"),), text=text)
    assert merged.text not in _ends(text)
    # Its second part says where the band is from, which is not over.
    assert merged.text not in _ends(over)
    whole = replace(merged, text="play the banjo in the Kilted Yaks of Oban")
    over = _merged((_over(9, "plays", "banjo"),), text=text.replace(merged.text, whole.text))
    assert _ends(over)[whole.text] == "2026-03-09"
    assert _ends(over)[BAND] is None


def test_what_went_into_another_fact_ends_nothing() -> None:
    """It is over for its wording alone."""
    text = _merged(TOLD)
    fact = next(one for one in _standing(text) if one.record.predicate)
    over = RetireById(KEY, fact.id, None, into="x1")
    assert BAND not in _ends(_merged((over,), text=text))
