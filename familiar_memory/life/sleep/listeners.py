"""Who hears of a night: the log, an address on the web, whoever asked for it in this process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from familiar_memory.config.environment import model_key
from familiar_memory.errors import FamiliarError
from familiar_memory.life.sleep.report import SleepReport, SleepSink
from familiar_memory.life.sleep.summary import summary_line
from familiar_memory.life.sleep.webhook import post_line
from familiar_memory.maintenance.sleep.settings import SleepSettings
from familiar_memory.threads.off_loop import in_own_thread

__all__ = ["NightListeners"]

_log = logging.getLogger(__name__)
_LONGEST_S = 30.0
"""Whoever posts a line waits so long for all of it: a server whose answer comes drop by drop is in
time with each, and would keep the next night from beginning."""


class NightListeners:
    """Tells each of them of a run; none of them can harm the night, or each other."""

    def __init__(self, settings: Callable[[], SleepSettings]) -> None:
        """`settings` are those of now."""
        self._settings = settings
        self._sinks: list[SleepSink] = []

    def add(self, sink: SleepSink) -> Callable[[], None]:
        """Have somebody told from now on; what is returned ends that."""
        self._sinks.append(sink)
        return lambda: self._sinks.remove(sink) if sink in self._sinks else None

    async def tell(self, report: SleepReport) -> str:
        """Tell of a run what came of it; why its line was not posted where it should have been."""
        settings = self._settings()
        line = summary_line(report, with_curation=settings.curation_log_summary)
        if line:
            _log.info("%s", line)
        for sink in tuple(self._sinks):
            try:
                sink(report, line)
            except Exception:  # noqa: BLE001 - it is anybody's code
                _log.exception("a listener to the report of a night failed")
        if not line or not settings.summary_webhook_env:
            return ""
        if problem := await self._post(settings.summary_webhook_env, line):
            _log.warning("%s", problem)
        return problem

    async def _post(self, variable: str, line: str) -> str:
        """Post it; why it was not posted, "" where it was."""
        address = model_key(variable)
        if address is None:
            return f"the summary of the night is posted nowhere: ${variable} is not set"
        try:
            post = in_own_thread(partial(post_line, address, line))
            await asyncio.wait_for(post, _LONGEST_S)
        except FamiliarError as problem:
            return problem.problem
        except Exception as problem:  # noqa: BLE001 - what went wrong may say the address
            return f"the summary of the night could not be posted: {type(problem).__name__}"
        return ""
