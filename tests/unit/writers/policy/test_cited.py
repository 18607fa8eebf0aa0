"""The messages that proposals cite: how early in a session each was said."""

from __future__ import annotations

from people_and_places import TAVERN

from familiar_memory.testing import MemoryHistory
from familiar_memory.writers.policy.cited import CitedTurns


def test_how_early_messages_were_said_is_read_once_a_session(make_turn, monkeypatch) -> None:
    """Each is counted among its author's own; many of one batch may have to be said again."""
    history = MemoryHistory()
    people = ("42", "7", "42", "42")
    for number, who in enumerate(people):
        history.record(make_turn(f"I always fail, {number}.", user_id=who, ref=f"r{number}"))
    read, session_turns = [], history.session_turns

    def counting(key):
        read.append(key)
        return session_turns(key)

    monkeypatch.setattr(history, "session_turns", counting)
    turns = CitedTurns(history, history.turn)
    cited = [turns.of(TAVERN.slug, [f"r{number}"]) for number in range(len(people))]
    assert [turns.index_of(one) for one in cited if one is not None] == [0, 0, 1, 2]
    assert len(read) == 1
