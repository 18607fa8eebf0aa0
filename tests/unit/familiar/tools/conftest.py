"""What tests of the operations begin with."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tool_calls import MAY_WRITE, Calls

from familiar_memory import Familiar

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def tavern(
    new_familiar: Callable[..., Familiar], tmp_path: Path
) -> Callable[..., AbstractAsyncContextManager[Calls]]:
    """Rowan in the tavern, with operations that may write; the clock stands at a midnight."""

    @asynccontextmanager
    async def opened(settings: str = MAY_WRITE, **more: object) -> AsyncIterator[Calls]:
        given = {"settings": settings, "now": NOW} | more
        async with new_familiar(tmp_path, **given) as familiar:
            yield Calls(familiar)

    return opened
