"""Made-up talk is the same for a seed, and has the form of what it stands for."""

from __future__ import annotations

from itertools import islice
from statistics import fmean

import pytest

from benchmarks.corpora.dialogues import DialogueCorpus
from benchmarks.corpora.english import english_vocabulary
from benchmarks.corpora.facts import FactsCorpus
from benchmarks.corpora.turns import TurnsCorpus
from familiar_memory.notes.document import NoteParser


def test_a_dialogue_is_as_long_as_those_with_assistants_are():
    """Two thousand turns are about a million tokens at four characters each."""
    turns = list(DialogueCorpus().turns(400))
    assert [turn.role.value for turn in turns[:4]] == ["user", "assistant"] * 2
    person, assistant = (fmean(len(turn.text) for turn in turns[first::2]) for first in (0, 1))
    assert 700 < person < 1_200
    assert 2_500 < assistant < 3_700
    assert 0.45 < fmean(turn.text.endswith("?") for turn in turns[::2]) < 0.75
    times = [turn.timestamp for turn in turns]
    assert times == sorted(set(times))


def test_an_answer_has_headings_lists_and_code_that_ends():
    """What is cut into windows must be there to be cut."""
    texts = "\n".join(turn.text for turn in islice(DialogueCorpus().turns(200), 1, None, 2))
    for mark in ("\n## ", "\n- ", "\n1. **", "\n```python\n"):
        assert mark in texts
    assert texts.count("```") % 2 == 0


@pytest.mark.long
def test_it_is_the_same_for_a_seed_and_another_for_another():
    """Two checkouts are measured on the same turns."""
    one, again, other = (list(DialogueCorpus(seed).turns(6)) for seed in (5, 5, 6))
    assert one == again
    assert [turn.text for turn in one] != [turn.text for turn in other]
    assert DialogueCorpus(5).questions(3) == DialogueCorpus(5).questions(3)


@pytest.mark.long
def test_the_commonest_words_are_real_and_the_rare_ones_made_up():
    """Near words are looked up for real words only."""
    words = english_vocabulary(20_000, 3).words
    assert len(set(words)) == 20_000
    assert {"work", "different", "children", "mountain"} <= set(words[:9_500])
    turns = TurnsCorpus(vocabulary=english_vocabulary(20_000, 3)).turns(300)
    assert any("work" in turn.text.split() for turn in turns)


def test_notes_with_facts_hold_as_many_as_are_asked_for():
    """Each is a fact of the vocabulary, some have ended, and links lead to notes of the corpus."""
    corpus = FactsCorpus(40)
    notes = dict(corpus.notes(210))
    documents = [NoteParser().read(path, text, "") for path, text in notes.items()]
    facts = [(fact, one.passages[fact.passage]) for one in documents for fact in one.facts]
    assert len(notes) == 40
    assert len(facts) == 210
    assert {fact.object_target for fact, _ in facts} <= {None, *notes}
    assert 80 < sum(fact.object_target is not None for fact, _ in facts) < 130
    assert 30 < sum(line.retired for _, line in facts) < 80
    assert not any(one.problems for one in documents)
    assert dict(FactsCorpus(40).notes(210)) == notes
