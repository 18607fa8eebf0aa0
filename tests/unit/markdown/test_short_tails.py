"""Lines that leave out what their note says: what they mean, and what damage does to them."""

from __future__ import annotations

from datetime import date

import pytest
from struck_lines import struck_line

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.permitted_text import limited_text
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser

TAVERN, DM = "discord-lantern.tavern", "discord-dm-9001"
ROWAN = "people/discord-42.md"
NOTE = f"""---
id: discord-42
places:
  - "[[channels/{TAVERN}|#tavern]]"
  - "[[channels/{DM}|@rowan]]"
---

## Aliases

- Rowan (#tavern)
- Ro (@rowan)

## Facts

- works_at:: the records office (2026-02-02, #tavern, t1008)
- plays:: the banjo (2026-02-03, @rowan, m7)
- likes:: tea
"""
SESSION = f"""---
date: 2026-02-02
---
# Monday

## [[channels/{TAVERN}|#tavern]]

- [[Rowan]]: I work at the records office. ^t1008
- I was there

## [[channels/{DM}|@rowan]]

- [[Rowan|Ro]]: I play the banjo. ^m7
"""
EVENING = "sessions/2026-02-02-evening.md"


def _records(text: str, path: str) -> dict[str, Record]:
    """Every record of a note by its text."""
    records = [block.record for block in parse_note(text, path=path).blocks if block.record]
    return {record.text: record for record in records}


def _audiences(text: str, path: str) -> dict[str, str]:
    """For whom each line of a note is, by its text; nobody where it is damaged."""
    document = NoteParser().read(path, text, "")
    shown = {passage.text: passage.audience for passage in document.passages}
    note = parse_note(text, path=path)
    rest = {block.text: "nobody" for block in note.blocks if block.record and block.record.damaged}
    names = {alias.name: alias.audience for alias in document.aliases}
    return names | rest | shown


def test_a_line_of_a_persons_note_has_everything_that_an_old_one_said() -> None:
    """Who, where, when and in which turn: also without the frontmatter's id, by the file."""
    expected = RecordFields(date(2026, 2, 2), refs=("t1008",), by="discord-42", place=TAVERN)
    text = "works_at:: the records office"
    assert _records(NOTE, ROWAN)[text].fields == expected
    assert _records(NOTE, "people/Rowan.md")[text].fields == expected
    assert _records(NOTE.replace("id: discord-42\n", ""), ROWAN)[text].fields == expected


@pytest.mark.parametrize("ref", ["D1:5", "--D1-5", "Dialog12:345"])
def test_a_numbered_turn_stands_as_it_is(ref: str) -> None:
    """`D1:5` of a numbered dialogue needs no key; lines with its block id are read as before."""
    numbered = NOTE.replace("t1008", ref)
    fields = _records(numbered, ROWAN)["works_at:: the records office"].fields
    assert fields.refs == (ref.replace("--D1-5", "D1:5"),)
    assert (fields.by, fields.place) == ("discord-42", TAVERN)


@pytest.mark.parametrize("item", ["in2:5", "d1:5", "D1:people", "D1:5/x", "In:5", "12:30"])
def test_what_is_no_numbered_turn_closes_the_line(item: str) -> None:
    """It may be a slip in what says who may know it."""
    found = _audiences(NOTE.replace("t1008", item), ROWAN)
    assert {found[text] for text in found if text.startswith("works_at")} <= {"nobody", "owner"}


def test_a_line_of_a_session_has_its_place_day_and_turn() -> None:
    """From the heading, the property or the file's name, and the block id."""
    record = _records(SESSION, EVENING)["[[Rowan]]: I work at the records office."]
    assert record.fields == RecordFields(date(2026, 2, 2), refs=("t1008",), place=TAVERN)
    assert record.id is None
    bare = SESSION.replace("date: 2026-02-02", "tags: [session]")
    assert _records(bare, EVENING)["[[Rowan|Ro]]: I play the banjo."].fields == RecordFields(
        date(2026, 2, 2), refs=("m7",), place=DM
    )


def test_a_link_to_a_line_says_its_day_and_its_turn() -> None:
    """A gist in the note of a topic needs but the place behind it."""
    text = NOTE + "- [[2026-02-17-evening#^m3071|Bex: moved to the 21st]] (#tavern)\n"
    record = _records(text, "topics/lantern-night.md")[
        "[[2026-02-17-evening#^m3071|Bex: moved to the 21st]]"
    ]
    assert record.fields == RecordFields(date(2026, 2, 17), refs=("m3071",), place=TAVERN)


@pytest.mark.parametrize(
    "line",
    [
        "likes:: tea",
        "likes:: tea (see #tavern)",
        "likes:: tea (#1)",
        "likes:: tea (2019)",
        "likes:: tea (lol)",
        "likes:: tea ^abc123",
        "[[Bex]] likes tea",
        "see [[2026-02-17-evening#^m3071|this]]",
        "**Bex**: likes tea",
    ],
)
def test_a_line_that_a_person_wrote_inherits_nothing(line: str) -> None:
    """Not in a note of somebody, and not in a session."""
    for text, path in ((NOTE, ROWAN), (SESSION, EVENING)):
        *_, record = _records(f"{text}\n- {line}\n", path).values()
        assert record.fields == RecordFields()
        assert not record.damaged
        assert not is_machine_record(record)


def test_a_persons_line_with_a_day_has_no_speaker() -> None:
    """Only a turn without `ref:` is whose the note is: old tails say the same as ever."""
    for tail in ("(2026-02-02)", "(2026-02-02, ref:t1)", "(2026-02-02, #tavern)", "(#tavern)"):
        record = _records(f"{NOTE}- eats:: toast {tail}\n", ROWAN)["eats:: toast"]
        assert record.fields.by is None
        assert not is_machine_record(record)


def test_who_may_know_a_line_follows_from_its_label() -> None:
    """And from the heading of its place, wherever the note stands."""
    assert _audiences(NOTE, ROWAN) == {
        "Rowan": TAVERN,
        "Ro": DM,
        "works_at:: the records office": TAVERN,
        "plays:: the banjo": DM,
        "likes:: tea": "everyone",
    }
    for path in (EVENING, "archive/evening.md", f"sessions/private/{DM}/2026-02-02-evening.md"):
        found = _audiences(SESSION, path)
        assert found["**Ro**: I play the banjo."] == DM
        assert found["**Rowan**: I work at the records office."] in (TAVERN, "owner")


ENTRY = f'  - "[[channels/{DM}|@rowan]]"\n'
LINE = "- plays:: the banjo (2026-02-03, @rowan, m7)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(ENTRY, "", id="its entry was deleted"),
        pytest.param("|@rowan]]", "|@ro]]", id="the label was renamed in the entry"),
        pytest.param(DM, "somewhere else", id="the entry names no place"),
        pytest.param(ENTRY, "  - @rowan\n", id="the properties are no YAML any more"),
        pytest.param(ENTRY, '  - "@rowan is Rowan"\n', id="the entry is prose"),
        pytest.param(ENTRY, ENTRY + ENTRY.replace(DM, TAVERN), id="it is said of two places"),
        pytest.param("places:", "place:", id="the property was renamed"),
        pytest.param("(2026-02-03, @rowan", "(2026-02-03, @ro", id="the label was cut"),
        pytest.param("(2026-02-03, @rowan", "(2026-02-03, rowan", id="the sign is gone"),
        pytest.param("(2026-02-03, @rowan", "(2026-02-03 @rowan", id="a comma is gone"),
        pytest.param("(2026-02-03, @rowan", "(yesterday, @rowan", id="the day is words"),
        pytest.param("(2026-02-03, @rowan", "2026-02-03, @rowan", id="it is opened by nothing"),
        pytest.param("(2026-02-03, @rowan, m7)", "(2026-02-03, @rowan", id="the end is gone"),
        pytest.param("(2026-02-03, @rowan", "(@rowan, @rowan", id="it is said twice"),
        pytest.param(", m7)", ", m7) and more", id="somebody wrote on"),
        pytest.param(", m7)", ", m7, and so on)", id="somebody wrote into it"),
        pytest.param("@rowan, m7)", "\\@rowan, m7)", id="the sign is escaped"),
        pytest.param("@rowan, m7)", "&commat;rowan, m7)", id="the sign is an entity"),
        pytest.param("@rowan, m7)", "&#64;rowan, m7)", id="the sign is a number"),
        pytest.param(" @rowan, m7)", " m7)", id="the label is gone"),
        pytest.param(" @rowan, m7)", " 123456789012345678)", id="only a long ref is left"),
        pytest.param("(2026-02-03, @rowan, m7)", "(2026-02-03, ", id="cut off behind the day"),
        pytest.param("(2026-02-03, @rowan, m7)", "(2026-02-03", id="cut off within the day"),
        pytest.param("- plays", "plays", id="the bullet is gone"),
        pytest.param("(2026-02-03, @rowan, m7)", "\uff082026-02-03, @rowan, m7\uff09", id="wide"),
        pytest.param("@rowan, m7", "\uff20rowan, m7", id="a wide sign"),
    ],
)
def test_no_damage_tells_anybody_else(before: str, after: str) -> None:
    """The line is for its place, for the owner, or recalled to nobody, and then doctor says why."""
    assert before in NOTE
    text = NOTE.replace(before, after)
    found = [audience for words, audience in _audiences(text, ROWAN).items() if "banjo" in words]
    assert found in ([DM], ["owner"], ["nobody"])
    if found == ["nobody"]:
        assert NoteParser().read(ROWAN, text, "").problems


@pytest.mark.parametrize(
    "path", ["people/discord-7.md", "topics/x.md", "notes.md", "sessions/2026-02-02-evening.md"]
)
def test_a_line_that_was_copied_tells_nobody_else(path: str) -> None:
    """Into a note that explains no labels, or others; lines of talk as well."""
    others = f'---\nplaces:\n  - "[[channels/{TAVERN}|#tavern]]"\n---\n'
    for line in (LINE, "- [[Rowan|Ro]]: I play the banjo. ^m7\n", "[[Ro]]: the banjo. ^m7\n"):
        for start in ("", others):
            limits = limited_text(path, f"{start}# X\n\n{line}").lines
            assert list(limits.values())[-1] == {"owner"}, (line, start)


@pytest.mark.parametrize("words", ["(2026-02-03, 3pm)", "(2026-02-03, 2)", "(2026-02-03)", "(v2)"])
def test_what_people_write_beside_a_day_closes_nothing(words: str) -> None:
    """It is prose, or a day."""
    found = _audiences(f"{NOTE}- sees the dentist {words}\n", ROWAN)
    assert "everyone" in {found[text] for text in found if text.startswith("sees the dentist")}


def test_a_name_that_was_copied_to_other_names_tells_nobody_else() -> None:
    """A label by itself is a tail behind a name, whether or not the note explains it."""
    text = "# Bex\n\n## Aliases\n\n- Ro (@rowan)\n"
    document = NoteParser().read("people/discord-7.md", text, "")
    assert "Ro" not in {alias.name for alias in document.aliases}
    assert [one for one in document.problems if "@rowan" in one]


def test_a_private_session_that_was_moved_stays_in_its_place() -> None:
    """Its headings name the place in any folder; a line whose heading went is the owner's."""
    private = (
        SESSION[: SESSION.index(f"## [[channels/{TAVERN}")]
        + SESSION[SESSION.index(f"## [[channels/{DM}") :]
    )
    for path in (EVENING, "2026-02-02.md", "topics/banjo.md", "lore/banjo.md"):
        assert set(_audiences(private, path).values()) == {DM}
        bare = private.replace(f"## [[channels/{DM}|@rowan]]\n", "")
        assert set(_audiences(bare, path).values()) == {"owner"}


def test_a_copy_in_a_folder_of_no_place_is_the_owners() -> None:
    """As with the notes of channels."""
    found = _audiences(SESSION, f"sessions/private/{DM} (2)/2026-02-02-evening.md")
    assert set(found.values()) == {"owner"}


def test_doctor_says_which_label_means_nothing() -> None:
    """By line, with an entry that would explain it."""
    text = NOTE.replace(ENTRY, "")
    note = parse_note(text, path=ROWAN)
    audiences = NoteAudiences(ROWAN, note, "everyone")
    for section in note.sections:
        for block in section.blocks:
            audiences.read(section, block)
    assert [one for one in audiences.problems if "line 15: @rowan" in one]
    assert all("[[channels/" in one for one in audiences.problems)


def test_a_heading_above_a_passage_is_its_places_name() -> None:
    """What a link shows, and leads to, comes from elsewhere."""
    text = SESSION.replace("|#tavern]]", "|our secret room]]")
    passages = NoteParser().read(EVENING, text, "").passages
    assert {passage.heading for passage in passages} == {TAVERN, DM}


def test_a_short_line_is_struck_where_it_stands() -> None:
    """Nothing of it is lost, and it stays short."""
    text = "plays:: the banjo"
    struck = struck_line(NOTE, 16, "2026-03-01", ROWAN)
    assert "- ~~plays:: the banjo (2026-02-03, until 2026-03-01, @rowan, m7)~~\n" in struck
    record = _records(struck, ROWAN)[text]
    assert (record.state, record.fields.by) == (RecordState.ENDED, "discord-42")
    said = struck_line(SESSION, 8, path=EVENING)
    assert "- ~~[[Rowan]]: I work at the records office.~~ ^t1008\n" in said
    assert struck_line(NOTE, 16, "2026-03-01") == struck
