"""Which promise is done by what somebody says: the one that alone can be meant.

Whoever promised says so in any words that name the thing ("booked the hall", "made the posters!");
of what others promised only what says plainly that it is done ("the hall is booked").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from familiar_memory.writers.arcs.wording import OF_OBJECT, is_done_by, overlap, reports_in
from familiar_memory.writers.promised.finished_words import FinishedWords, finished_in, reported_in

__all__ = ["Promise", "done_by", "says_done"]


@dataclass(frozen=True, slots=True)
class Promise:
    """That somebody will do something: `matter` is what, from its verb on; `by` is their slug."""

    by: str
    matter: str


def says_done(words: str) -> bool:
    """Whether a message says of anything that it is done."""
    return bool(finished_in(words) or reported_in(words) or reports_in(words))


def done_by(words: str, by: str, promises: Iterable[Promise]) -> tuple[int, ...]:
    """Which of the promises (by their places) are done, as somebody says who has that slug."""
    return tuple(dict.fromkeys(_done(words, by, tuple(promises))))


def _done(words: str, by: str, promises: Sequence[Promise]) -> Iterator[int]:
    every = range(len(promises))
    own = [at for at in every if promises[at].by == by]
    for over in finished_in(words):
        yield from _only([at for at in every if _is_finished(promises[at].matter, over)])
    for over in reported_in(words):
        yield from _only([at for at in own if _is_finished(promises[at].matter, over)])
    for report in reports_in(words):
        # What names its thing is judged by that: the scout hall that is booked is another hall.
        is_anybodys = report.is_plain and not finished_in(report.sentence)
        theirs = every if is_anybodys else own
        yield from _only([at for at in theirs if is_done_by(promises[at].matter, report)])


def _is_finished(matter: str, over: FinishedWords) -> bool:
    """Whether it is that very thing: all that is named is in it, and its verb where one is said."""
    verb, _, rest = matter.partition(" ")
    if over.verbs and verb.casefold() not in over.verbs:
        return False
    named, named_share = overlap(over.what, matter)
    return named >= 1 and named_share == 1.0 and overlap(rest, over.what)[1] >= OF_OBJECT


def _only(found: Sequence[int]) -> Iterator[int]:
    """The one that can be meant; none where there are several."""
    if len(found) == 1:
        yield found[0]
