"""Which sentences say how things stand with a topic."""

from __future__ import annotations

import pytest

from familiar_memory.writers.notes.topic_lead import tells_state


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("We decided that Gladys moves on 3 March.", 1),
        ("Did you hear? Gladys has moved to Oban.", 2),
        ("I moved Gladys on 3 March for you.", 2),
        ("If you like, Gladys has moved to Oban.", 0),
        ("Gladys is blue. We meet on 3 March.", 0),
    ],
)
def test_how_things_stand_is_told_by_changes_and_days(words: str, told: int) -> None:
    """In a sentence that names the topic; what only puts it to somebody else settles nothing."""
    assert tells_state(words, "Gladys") == told
