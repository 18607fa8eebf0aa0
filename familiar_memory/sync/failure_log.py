"""How one failure of many is logged: in a line where the reason is known, else with its trace."""

from __future__ import annotations

import logging
import sqlite3

from familiar_memory.errors import FamiliarError

__all__ = ["log_failure"]


def log_failure(log: logging.Logger, problem: BaseException, what: str, *arguments: object) -> None:
    """Log that something could not be done, and why; the loop goes on.

    A disk that is full or refuses is no mistake of the program: its reason is enough. All
    else is logged with the trace that leads to it.
    """
    match problem:
        case FamiliarError():
            log.warning(f"{what}: %s", *arguments, problem.problem)
        case OSError() | sqlite3.Error():
            log.warning(f"{what}: %s", *arguments, problem)
        case _:
            log.error(what, *arguments, exc_info=problem)
