"""What the writer takes from the demo community, against a list that was labelled by reading it.

`demo_statements.txt` has a statement a line: the turn that states it, the statement in few words,
and whether a friend would surely want to know it in a month, or it is arguable. An arguable one
costs no precision and no recall. Whoever wrote the forms labelled it.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.writers.notes.people.people_notes import people_operations
from familiar_memory.writers.statements.asked_before import asked_before
from familiar_memory.writers.text.utterance import utterances
from familiar_memory.writers.text.words import salient_words

LABELS = Path(__file__).with_name("demo_statements.txt")
PRECISION, RECALL = 0.95, 0.70
STEM = 4


def labels() -> list[tuple[str, str, bool]]:
    """Ref, statement, and whether it is sure."""
    lines = LABELS.read_text("utf-8").splitlines()
    return [(ref, said, kind == "sure") for ref, said, kind in (one.split(" | ") for one in lines)]


def written() -> list[tuple[str, str]]:
    """Ref and text of every line about a person that is made of the demo's talk."""
    talk = files("familiar_memory.demo").joinpath("community.jsonl").read_text("utf-8")
    turns = [Turn.from_json(json.loads(line)) for line in talk.splitlines()]
    last = {(turn.place.slug, turn.ref): turn for turn in turns}
    stored = [StoredTurn(n, turn, turn.place.slug) for n, turn in enumerate(last.values(), 1)]
    proposed = people_operations(utterances(stored, ZoneInfo("UTC")), (), asked_before(stored))
    added = (one for one in proposed if isinstance(one, AddRecord))
    return [
        (one.refs[0], one.record.text.replace("::", " "))
        for one in added
        if one.section not in ("Standing instructions", "Preferences")
    ]


def agrees(statement: str, line: str) -> bool:
    """Whether half of the words of a statement stand in a line; of hiragana alone, all of it."""
    wanted = {word[:STEM] for word in salient_words(statement)}
    if not wanted:
        return statement in line
    there = {word[:STEM] for word in salient_words(line)}
    return 2 * len(wanted & there) >= len(wanted)


def test_the_list_has_150_statements() -> None:
    """The list has 150 statements, each of a turn and no two the same."""
    assert len(set(labels())) == 150


def test_what_is_written_of_the_demo_is_so_and_is_worth_it() -> None:
    """At least 95 % of the lines say something that is on the list."""
    wrong = [
        (ref, line)
        for ref, line in written()
        if not any(ref == at and agrees(said, line) for at, said, _ in labels())
    ]
    assert 1 - len(wrong) / len(written()) >= PRECISION, wrong


def test_most_of_what_is_told_in_the_demo_is_written() -> None:
    """At least 70 % of the sure statements stand in a line that cites their turn."""
    lines = written()
    sure = [(ref, said) for ref, said, is_sure in labels() if is_sure]
    missed = [
        (ref, said)
        for ref, said in sure
        if not any(ref == at and agrees(said, line) for at, line in lines)
    ]
    assert 1 - len(missed) / len(sure) >= RECALL, missed
