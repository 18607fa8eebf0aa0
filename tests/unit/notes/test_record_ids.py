"""Every record has an id, its own or one of what it says; all who read a note agree on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.document import PassageKind
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import UsageError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser

_PATH = "people/discord-42.md"


def _read(text: str) -> list[tuple[str, str | None]]:
    document = NoteParser().read(_PATH, text, "")
    return [(p.text, p.record_id) for p in document.passages if p.kind is PassageKind.RECORD]


def _ids(text: str) -> list[str]:
    return [one or "" for _, one in _read(text)]


def test_a_line_has_its_own_id_or_one_of_what_it_says() -> None:
    """The tail is no part of what it says."""
    ids = _ids("- Likes tea ^t1\n- Likes rain (2026-02-02)\n- Likes rain\n")
    assert ids[0] == "t1"
    assert ids[1].startswith("~")
    assert ids[2] == f"{ids[1]}-2"


def test_a_derived_id_stays_when_the_line_moves_is_struck_or_gets_another_tail() -> None:
    """It depends on the words and on for whom they are."""
    before = _ids("- Likes rain (2026-02-02)\n")
    assert _ids("# Rowan\n\n- Likes tea\n\n## Facts\n- ~~Likes rain~~ (2026-02-03)\n")[1:] == before


def test_a_derived_id_says_nothing_of_lines_for_others() -> None:
    """A number behind it would count what others said."""
    alone = "## Facts\n- Likes rain (2026-02-02, in:discord-lantern.tavern)\n"
    hidden = "## Secret\n- Likes rain (2026-02-01, in:discord-dm-42)\n- Likes rain (in:owner)\n\n"
    assert _read(hidden + alone)[-1] == _read(alone)[0]


_LINES = st.sampled_from(
    [
        "- Likes rain",
        "- Likes rain (2026-02-02, in:discord-dm-42)",
        "- Likes rain (2026-02-30, in:discord-dm-42)",
        "- likes:: rain (2026-02-02, ref:1) ^r1",
        "  - Likes rain",
        "- ~~Likes rain~~",
        "- <b>Likes</b> rain",
        "- ",
        "## Plans (2026-02-01, in:discord-dm-42)",
        "## Aliases",
        "prose",
        "",
        "visibility: owner",
    ]
)


@pytest.mark.long
@given(st.lists(_LINES, max_size=12))
def test_the_index_and_who_writes_know_a_line_by_one_id(lines: list[str]) -> None:
    """Whatever stands around it."""
    text = "\n".join(lines)
    parser = NoteParser()
    note = parse_note(text, parser.vocabulary, _PATH)
    by_line = {one.line: one.id for one in standing_lines(_PATH, note, EVERYONE)}
    told = [
        (p.line, p.record_id)
        for p in parser.read(_PATH, text, "").passages
        if p.kind is PassageKind.RECORD
    ]
    assert all(one is not None for _, one in told)
    assert {line: by_line.get(line) for line, _ in told} == dict(told)


@pytest.mark.parametrize(
    "text", ["people/rowan.md#^k3f9a1", "topics/tea time.md#~1f0c22aa", "notes.md#~1f0c22aa-2"]
)
def test_a_name_is_read_back(text: str) -> None:
    """Blank signs around it do not matter."""
    assert str(RecordName.parse(text)) == text
    assert str(RecordName.parse(f" {text}\n")) == text


@pytest.mark.parametrize(
    "text", ["", "k3f9a1", "#^k3", "people/rowan.md#k3", "a.md#^", "a.md#~1f", "a#b.md#^k_3"]
)
def test_what_is_no_name_is_refused(text: str) -> None:
    """The error shows what would be one."""
    with pytest.raises(UsageError, match="not the name of a record"):
        RecordName.parse(text)
