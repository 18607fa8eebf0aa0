"""What the writer without a model takes to read what people say, beside trying each form on it.

python -m benchmarks.speed.reading [--messages N]
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.alone import alone
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.year.words import talk, wordings
from familiar_memory.writers.forms.english.ended import ENDED_FORMS
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.forms.possible import plain_forms

__all__ = ["run"]

_CHECKOUT = Path(__file__).resolve().parents[2]
_FIRST = """
import time
from familiar_memory.writers.forms.finding import find_statements
began = time.process_time()
find_statements("I live in York.")
print(time.process_time() - began)
"""
_KINDS = ("greetings", "small", "questions", "answers", "near")
_TOPICS = ("home", "job", "food", "pet", "relative")
_STATED = 0.1
_PLACE = re.compile(r"\{\w+\}")
_OF_COMPILING = Target(0.5, 0.2)
_OF_SEARCHING = Target(1.0, 0.5)


def run(messages: int = 400) -> list[Table]:
    """Read the first message of a process, and a talk; the floors are those of every form."""
    forms = [form.pattern for form in (*plain_forms(), *ENDED_FORMS)]
    first = _first_message_s()
    compiling = _taken(lambda: [form.compiled for form in forms])
    said = _said(messages)
    find_statements(said[0])
    reading = _taken(lambda: [find_statements(one) for one in said]) / len(said)
    searching = _taken(lambda: [form.compiled.search(one) for one in said for form in forms])
    searching /= len(said)
    return [
        Table(
            f"Reading what people say, {len(forms)} forms: processor time",
            ("", "read", "floor", "ratio"),
            (
                _row("first message of a process (floor: each form compiled)", first, compiling),
                _row("a message of the year (floor: each form searched)", reading, searching),
            ),
            (
                _judged("first message", first / compiling, _OF_COMPILING),
                _judged("a message", reading / searching, _OF_SEARCHING),
            ),
        )
    ]


def _row(name: str, taken: float, floor: float) -> tuple[str, ...]:
    return name, milliseconds(taken), milliseconds(floor), times(taken / floor)


def _judged(name: str, ratio: float, target: Target) -> str:
    return f"{name}: {times(ratio)} ({target.bounds}): {target.verdict(ratio)}"


def _taken(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def _first_message_s() -> float:
    done = subprocess.run(
        [sys.executable, "-c", _FIRST], capture_output=True, check=True, cwd=_CHECKOUT
    )
    return float(done.stdout)


def _said(count: int) -> list[str]:
    """Talk of the year, in which a message in so many states something; no two are the same."""
    chance = random.Random(7)
    every = [one for kind in _KINDS for one in talk(kind)]
    stated = [one for topic in _TOPICS for one in wordings(topic, "state", "unseen")]
    said = (chance.choice(stated if chance.random() < _STATED else every) for _ in range(count))
    return [f"{_PLACE.sub('York', one)} {number}" for number, one in enumerate(said)]


if __name__ == "__main__":
    alone(run)
