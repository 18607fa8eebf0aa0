"""The line that says what a section is about is ours as long as nobody changed it."""

from __future__ import annotations

import pytest

from familiar_memory.errors import EditError
from familiar_memory.markdown.change.lead import is_lead, lead_line, set_lead
from familiar_memory.notes.document import NoteParser

_FEW = "[[Rowan]]; 3 messages, 19:02–19:07."
_MORE = "[[Rowan]] and [[Bex]]; 1,041 messages, 19:02–21:40; about [[Gladys]]."
_HEAD = "# Evening\n\n## tavern\n\n"
_LINES = "- [[Rowan]]: hello (2026-02-02, ref:t1)\n"


def test_a_new_section_gets_one_above_its_lines() -> None:
    """With the line ends of the note."""
    text = f"{_HEAD}{_LINES}"
    led = set_lead(text, "tavern", _FEW, is_new=True)
    assert led == f"{_HEAD}{lead_line(_FEW)}\n\n{_LINES}"
    crlf = set_lead(text.replace("\n", "\r\n"), "tavern", _FEW, is_new=True)
    assert crlf == led.replace("\n", "\r\n")


def test_it_is_brought_up_to_date_and_never_back() -> None:
    """A batch that is written up again tells of fewer messages than the last."""
    text = f"{_HEAD}{lead_line(_FEW)}\n\n{_LINES}\n## other\n"
    led = set_lead(text, "tavern", _MORE, is_new=False)
    assert led == text.replace(lead_line(_FEW), lead_line(_MORE))
    assert set_lead(led, "tavern", _FEW, is_new=False) == led


@pytest.mark.parametrize(
    "mine",
    [
        "",
        "We sang.\n\n",
        lead_line(_FEW).replace("3", "4") + "\n\n",
        f"{lead_line(_FEW)} And more.\n\n",
        f"{_FEW}\n\n",
        f"- {lead_line(_FEW)}\n\n",
    ],
)
def test_one_that_a_person_changed_or_deleted_stays_so(mine: str) -> None:
    """It is theirs now, down to its last byte, and a paragraph like any other."""
    with pytest.raises(EditError, match="changed or taken away"):
        set_lead(f"{_HEAD}{mine}{_LINES}", "tavern", _MORE, is_new=False)


def test_words_that_are_no_paragraph_are_refused() -> None:
    """They would begin another block."""
    with pytest.raises(EditError, match="no lead can stand"):
        set_lead(f"{_HEAD}{_LINES}", "tavern", "## x; 1 message, 19:02.", is_new=True)
    with pytest.raises(EditError, match="no section"):
        set_lead("# Evening\n", "tavern", _FEW, is_new=True)


def test_ours_is_no_passage_and_theirs_is() -> None:
    """Nobody said it; what a person made of it is their word."""
    path = "sessions/2026-02-02-evening.md"
    text = set_lead(f"{_HEAD}{_LINES}", "tavern", _FEW, is_new=True)
    assert is_lead(lead_line(_FEW))
    assert [p.text for p in NoteParser().read(path, text, "").passages] == ["**Rowan**: hello"]
    theirs = NoteParser().read(path, text.replace("3 messages", "three"), "")
    assert theirs.passages[0].text.startswith("Rowan; three, 19:02")
