"""The whole benchmark on two tiny kinds of talk: every table, and figures that must be so."""

from __future__ import annotations

import json

import pytest

from benchmarks.recall import tuning
from benchmarks.recall.__main__ import run
from benchmarks.recall.ablations import ABLATIONS, WHOLE_TEXTS, whole_texts
from benchmarks.recall.data import load_talk
from benchmarks.report import markdown
from familiar_memory.domain.text.windows import cut_windows

PETS = ("My cat sleeps all day.", "My parrot sings at night.", "I had soup and bread for lunch.")
LONG = " ".join(f"This is sentence {n} of many about nothing." for n in range(60))


@pytest.fixture
def folders(tmp_path):
    """Two kinds of talk, a conversation each, of turns that share no word."""
    for kind in ("chat", "desk"):
        folder = tmp_path / kind / "one"
        folder.mkdir(parents=True)
        turns = [
            {
                "ref": f"t{n}",
                "timestamp": f"2024-01-01T10:0{n}:00+00:00",
                "channel": "here",
                "author": {"platform": kind, "user_id": "ann", "display_name": "Ann"},
                "text": text,
            }
            for n, text in enumerate(PETS)
        ]
        questions = [
            {"question": "What does the parrot do?", "answer": "It sings", "evidence": ["t1"]},
            {"question": "What was for lunch?", "answer": "Soup", "evidence": ["t2"]},
        ]
        for name, lines in (("turns", turns), ("questions", questions)):
            text = "".join(f"{json.dumps({**line, 'category': 'pets'})}\n" for line in lines)
            (folder / f"{name}.jsonl").write_text(text, "utf-8")
    return tmp_path / "chat", tmp_path / "desk"


@pytest.mark.long
def test_every_ranking_has_its_row_and_every_mechanism(folders):
    """Of three turns that share no word all rankings find the right one, and so does the page."""
    overview, intervals, chat, desk, ablations = run(folders)
    assert overview.columns == ("ranking", "chat (2)", "desk (2)", "mean of the sets")
    for row in overview.rows:
        assert all(cell.endswith("1.000") for cell in row[1:]), row
    assert len(overview.rows) == 12
    assert {row[0] for row in chat.rows} == {row[0] for row in desk.rows} == {"pets"}
    assert [row[0] for row in ablations.rows] == ["as shipped", *ABLATIONS, WHOLE_TEXTS]
    assert "chat: familiar_memory" in {row[0] for row in intervals.rows}


@pytest.mark.long
def test_quick_leaves_out_ablations_and_what_writing_changes(folders):
    """What is left has the same figures."""
    overview, *others = run(folders[:1], quick=True)
    assert len(overview.rows) == 8
    assert not any("write()" in row[0] for row in overview.rows)
    assert len(others) == 2


@pytest.mark.long
def test_talk_without_answers_has_no_figure_for_their_words(folders):
    """Its page is measured all the same."""
    file = folders[0] / "one" / "questions.jsonl"
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    bare = [{key: line[key] for key in line if key != "answer"} for line in lines]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in bare), "utf-8")
    overview, _, kinds = run(folders[:1], quick=True)
    cells = {row[0]: row[1:] for row in overview.rows}
    assert cells["the words of the answer on that page"] == ("– / –", "– / –")
    assert cells["its page in 1,000 tokens, as `recall` renders it"][0] == "– / 1.000"
    assert kinds.rows[0][3] == "1.000 / –"


@pytest.mark.long
def test_a_table_is_printed_as_it_goes_into_the_documentation(folders):
    """Columns of figures to the right, no padding, notes below."""
    overview, *_ = run(folders[:1], quick=True)
    lines = markdown(overview).splitlines()
    assert lines[2:4] == ["| ranking | chat (2) | mean of the sets |", "| --- | --: | --: |"]
    assert lines[4] == "| familiar_memory | 1.000 / 1.000 | 1.000 / 1.000 |"
    assert lines[-1] == overview.notes[-1]


def test_a_long_text_is_whole_only_within(folders):
    """The ablation leaves the package as it was."""
    assert len(cut_windows(LONG)) > 2
    with whole_texts():
        assert len(cut_windows(LONG)) == 1
    assert len(cut_windows(LONG)) > 2


@pytest.mark.long
def test_constants_are_chosen_without_the_kind_that_is_held_out(folders, monkeypatch):
    """A row for each kind; of constants that change nothing the first is kept."""
    monkeypatch.setattr(tuning, "_GRID", {"date": (3.0, 1.0)})
    table = tuning.held_out([load_talk(folder) for folder in folders])
    assert [row[:3] for row in table.rows] == [
        ("chat", "1.000", "1.000"),
        ("desk", "1.000", "1.000"),
    ]
    assert all("date 3" in row[3] for row in table.rows)


def test_one_kind_of_talk_leaves_nothing_to_choose_on(folders):
    """It is said before anything is indexed."""
    with pytest.raises(ValueError, match="two or more kinds"):
        tuning.held_out([load_talk(folders[0])])
