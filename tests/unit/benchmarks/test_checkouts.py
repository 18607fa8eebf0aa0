"""Two checkouts are measured on the same lines, and the one that was asked for is the one."""

from __future__ import annotations

import json

import pytest

from benchmarks.corpora.dialogues import DialogueCorpus
from benchmarks.speed.checkouts import THIS, Checkout, write_turns
from familiar_memory import Turn


def test_written_turns_are_read_as_they_were(tmp_path):
    """In the line format that every checkout reads."""
    turns = list(DialogueCorpus().turns(4))
    said = write_turns(turns, tmp_path / "turns.jsonl")
    lines = (tmp_path / "turns.jsonl").read_text("utf-8").splitlines()
    assert [Turn.from_json(json.loads(line)) for line in lines] == turns
    assert said == sum(len(turn.text) for turn in turns)


def test_a_folder_without_the_package_is_no_checkout(tmp_path):
    """The installed package would be measured in its place."""
    with pytest.raises(ValueError, match="familiar_memory"):
        Checkout(tmp_path)


@pytest.mark.long
def test_a_checkout_indexes_and_answers_in_processes_of_their_own(tmp_path):
    """What it says is of the folder given, and every question has its time."""
    turns, questions = tmp_path / "turns.jsonl", tmp_path / "questions.json"
    corpus = DialogueCorpus()
    write_turns(corpus.turns(6), turns)
    questions.write_text(json.dumps(corpus.questions(3)), "utf-8")
    checkout = Checkout(THIS)
    indexed = checkout.index(tmp_path / "home", turns)
    asked = checkout.ask(tmp_path / "home", questions)
    assert indexed.index_bytes > 10_000
    assert len(asked.clock) == len(asked.processor) == 2
    assert min(indexed.seconds, asked.first, *asked.clock, *asked.one_more) > 0


@pytest.mark.long
def test_a_child_that_fails_says_why(tmp_path):
    """Its last words are in the error."""
    with pytest.raises(RuntimeError, match="No such file"):
        Checkout(THIS).index(tmp_path / "home", tmp_path / "turns.jsonl")
