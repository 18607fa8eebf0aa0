"""Every back end of a history. One that is new goes into `BACK_ENDS`, and holds what is here."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from history_back_ends import BACK_ENDS
from turns import said

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.base import History


@pytest.fixture(params=BACK_ENDS)
def history(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[History]:
    """An empty history of each kind."""
    made = BACK_ENDS[request.param](tmp_path)
    yield made
    made.close()


@pytest.fixture
def say() -> Callable[..., Turn]:
    """Make a turn: `say("m1", "hello", minute=5, who="42")`."""
    return said
