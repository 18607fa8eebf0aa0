"""What is no news is passed over: courtesies, what memory itself has said, what stands already."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from model_lives import Life

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.memory_store import MemoryStore

MakeTurn = Callable[..., Turn]
NOTE = """\
---
id: discord-42
tags:
  - person
first_seen: 2026-02-02
heard_as:
  - Rowan
places:
  - "[[channels/discord-lantern.tavern|#tavern]]"
---

## Aliases

- Rowan (#tavern)

## Facts

- lives_in:: Durham (2026-02-02, #tavern, {tail})
"""


@pytest.fixture
def life(history: HistoryStore, store: MemoryStore) -> Life:
    """A writer with a model that has nothing to say."""
    return Life(history, store)


def test_the_same_statement_again_is_counted_in_its_line(make_turn: MakeTurn, life: Life) -> None:
    """In another batch, in other letters; the line names both messages."""
    life.write([make_turn("I live in Durham.", user_id="42")])
    assert life.store.read_file("people/Rowan.md") == NOTE.format(tail="t1")
    life.write([make_turn("i live in durham", user_id="42")])
    assert life.store.read_file("people/Rowan.md") == NOTE.format(tail="t1, t2, seen:2")


def test_courtesies_after_it_change_nothing_and_ask_nobody(make_turn: MakeTurn, life: Life) -> None:
    """A batch of nothing else is done, and the note stays as it was."""
    life.write([make_turn("I live in Durham.", user_id="42")])
    asked = len(life.asked)
    report = life.write([make_turn(one, user_id="42") for one in ("thanks!", "ok cool", "Hi")])
    assert (report.is_complete, len(life.asked)) == (True, asked)
    assert life.store.read_file("people/Rowan.md") == NOTE.format(tail="t1")


def test_what_memory_says_is_no_second_statement(make_turn: MakeTurn, life: Life) -> None:
    """A message that carries a recalled block repeats nothing, and is shown without it."""
    life.write([make_turn("I live in Durham.", user_id="42")])
    recalled = '<memory kind="People here">\nI live in Durham. I work at Acme.\n</memory>'

    life.write([make_turn(f"{recalled}\nthe ferry leaves at nine", user_id="42")])
    assert life.asked[-1]["talk"][0]["turns"][-1][3] == "the ferry leaves at nine"
    assert life.store.read_file("people/Rowan.md") == NOTE.format(tail="t1")
