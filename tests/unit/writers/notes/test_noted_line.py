"""What a session's line shows of a message: short, and what it tells most."""

from __future__ import annotations

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.writers.notes.sessions.noted_line import noted_line

_IDLE = "That kettle over there looks rather dented to me, and the ladle beside it is wobbly too."


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("I moved to Oban", "I moved to Oban"),
        ("Hello! I moved to Oban. How are you?", "I moved to Oban."),
        (f"{_IDLE} I moved to Oban in May.", "I moved to Oban in May."),
        (
            f"I moved to Oban. {_IDLE} I start work on 3 May.",
            "I moved to Oban. … I start work on 3 May.",
        ),
        (f'"I moved to Oban in May. {_IDLE}"', "I moved to Oban in May."),
        (f'{_IDLE} He said "I moved to Oban in May."', 'He said "I moved to Oban in May."'),
        ("Got a puppy. [shares a photo: a dog on a bed]", "Got a puppy."),
        ("[shares a photo: a dog on a bed]", "[shares a photo: a dog on a bed]"),
        (
            f"I live in Oban and {'mend clocks ' * 12}",
            f"I live in Oban and {'mend clocks ' * 6}mend…",
        ),
    ],
)
def test_what_is_shown(words: str, line: str) -> None:
    """The sentences that tell most, in their order; a caption only where there is nothing else."""
    assert noted_line(words) == line


@few_and_many(25, 200, st.text(max_size=600))
def test_a_line_is_a_line(words: str) -> None:
    """However much was said: short, on one line, and of these words."""
    line = noted_line(words)
    assert len(line) <= 100
    assert "\n" not in line
    whole = line.replace("…", " ").split()[:-1]
    assert set(whole) <= set(words.replace("…", " ").split())
