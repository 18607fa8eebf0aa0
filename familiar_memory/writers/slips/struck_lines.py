"""Which lines in plain words a message strikes: what it moves or ends, and what it sets right.

What is moved, called off or over has ended; what was a slip was never so. Where two lines could be
meant, both stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from familiar_memory.knowledge.speech.plain_statement import StatementKind
from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.slips.slip import Slip, find_slip
from familiar_memory.writers.statements.changed import (
    ended_line,
    is_changed,
    is_of_a_thing,
    matter_named,
    names_nothing,
    speak_of_one,
)
from familiar_memory.writers.statements.finding import find_plain_statements

__all__ = ["AHEAD", "KindOfLine", "LineChanges", "line_changes", "without_marker"]

AHEAD = frozenset({StatementKind.PLAN, StatementKind.PROJECT})
"""What lies ahead may be moved; what has happened has happened."""
_HEAD_WORDS = 2
"""Words at the beginning in which a slip and what sets it right agree: "moved to"."""

KindOfLine = tuple[StatementKind, str]


@dataclass(frozen=True, slots=True)
class LineChanges:
    """The lines that a message has, and those before it that it ends or that were `wrong`."""

    lines: tuple[KindOfLine, ...]
    ended: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def line_changes(
    words: str,
    said: Sequence[KindOfLine],
    standing: Mapping[str, StatementKind],
    last: Sequence[str],
) -> LineChanges:
    """What a message that has the lines `said` does to those `standing` from before.

    `last` are those of what the same speaker said right before.
    """
    last = [line for line in last if line in standing]
    wrong = dict.fromkeys(_slips(find_slip(words), last, standing))
    lines: list[KindOfLine] = []
    for corrected in find_corrections(words):
        one = _only(line for line in last if _has(line, corrected.old))
        if one is not None and one not in wrong:
            wrong[one] = None
            lines.append((standing[one], _with(one, corrected.old, corrected.new)))
    ended = {one: None for one in [ended_line(words, _of_now(standing))] if one is not None}
    for kind, text in said:
        meant = _moved(kind, text, standing, last) if is_changed(words) else None
        if meant is not None:
            ended[meant] = None
        lines.append((kind, text if meant is None else _named(text, meant)))
    return LineChanges(tuple(lines), tuple(one for one in ended if one not in wrong), tuple(wrong))


def without_marker(words: str) -> str:
    """A message without the marker that it begins with: "scratch that, we'll use Rust"."""
    slip = find_slip(words)
    is_first = slip is not None and not slip.before.strip()
    return slip.rest if slip is not None and is_first else words


def _of_now(standing: Mapping[str, StatementKind]) -> list[str]:
    return [line for line, kind in standing.items() if kind is not StatementKind.EVENT]


def _moved(
    kind: StatementKind, text: str, standing: Mapping[str, StatementKind], last: Sequence[str]
) -> str | None:
    """The line about what lies ahead that a message moves, or calls off."""
    if kind not in AHEAD:
        return None
    ahead = [one for one, of in standing.items() if of in AHEAD or is_of_a_thing(one)]
    if names_nothing(text):
        ahead = [one for one in last if one in ahead]
        return _only(ahead)
    return _only(one for one in ahead if speak_of_one(one, text))


def _named(text: str, meant: str) -> str:
    """The line with what it is about, where only the line that it strikes says that."""
    matter = matter_named(meant)
    return f"{text} ({matter})" if matter and matter_named(text, any_kind=True) == "" else text


def _slips(slip: Slip | None, last: Sequence[str], standing: Iterable[str]) -> Iterator[str]:
    if slip is None or not slip.is_certain or slip.before.strip():
        return
    meant = [one.text for one in find_plain_statements(slip.rest)]
    alike = _only(line for line in last if any(_begin_alike(line, text) for text in meant))
    if alike is None:
        # However long ago, if it says which word was wrong.
        alike = _only(line for line in standing if any(_is_named_by(line, one) for one in meant))
    if alike is None and slip.takes_back:
        alike = _only(last)
    if alike is not None:
        yield alike


def _begin_alike(line: str, text: str) -> bool:
    alike = _parted_at(line, text)
    return alike is not None and alike >= _HEAD_WORDS


def _is_named_by(line: str, text: str) -> bool:
    """Whether the word in which a line is otherwise stands in the text: "Hull, not Oban"."""
    alike = _parted_at(line, text)
    if alike is None or alike < _HEAD_WORDS:
        return False
    return _has(" ".join(text.split()[alike:]), line.split()[alike].strip(",.;:!"))


def _parted_at(line: str, text: str) -> int | None:
    """How many words they begin with alike; None where one of them goes on as the other does."""
    pairs = zip(line.casefold().split(), text.casefold().split(), strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), None)


def _has(line: str, word: str) -> bool:
    return _word(word).search(line) is not None


def _with(line: str, old: str, new: str) -> str:
    return _word(old).sub(lambda _: new, line, count=1)


def _word(word: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<![\p{{L}}\d]){regex.escape(word)}(?![\p{{L}}\d])", regex.IGNORECASE)


def _only(found: Iterable[str]) -> str | None:
    meant = list(found)
    return meant[0] if len(meant) == 1 else None
